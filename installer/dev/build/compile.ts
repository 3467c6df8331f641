import { builtinModules } from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build, type InlineConfig } from "vite";
import solid from "vite-plugin-solid";
import type { Target } from "./targets.js";

/** Packages that ws asks for when they are there, and does without; and the runner that loads our fixture, of which there may be one alone. */
const optionalPackages = ["bufferutil", "utf-8-validate", "@playwright/test"];

const noValidator = fileURLToPath(new URL("./no-json-schema-validator.ts", import.meta.url));

/**
 * Bundles one target into one file's text: minified, nothing external but Node itself, the same text from the same sources. `modules` are
 * the files whose code is in it: absolute paths.
 */
export async function compile(root: string, target: Target, version: string): Promise<{ code: string; modules: readonly string[] }> {
  // Packages offer slower variants to every other environment, and the same sources would give other bytes.
  process.env["NODE_ENV"] = "production";
  const result = await build({ ...shared(root, version), ...configs[target.kind](target) });
  const [first, ...more] = [result].flat().flatMap((built) => ("output" in built ? built.output : []));
  if (first === undefined || first.type !== "chunk" || more.length > 0) {
    throw new Error(`${target.name}: must become exactly one script, became ${1 + more.length} files`);
  }
  // V8 compiles all functions of a script that begins so at once, which is faster than each at its first call.
  const head = target.eager === true ? "//# allFunctionsCalledOnLoad\n" : "";
  const modules = Object.entries(first.modules).filter(([, { renderedLength }]) => renderedLength > 0);
  return {
    code: target.executable === true ? `#!/usr/bin/env node\n${first.code}` : head + first.code,
    modules: modules.map(([path]) => path),
  };
}

/** How long plugins take is of interest to their makers; and a script that answers by its value needs no global name. */
const checks = { pluginTimings: false, missingNameOptionForIifeExport: false };

function shared(root: string, version: string): InlineConfig {
  return {
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: "warn",
    mode: "production",
    define: { __SVC_VERSION__: JSON.stringify(version) },
  };
}

const configs: Readonly<Record<Target["kind"], (target: Target) => InlineConfig>> = {
  node: ({ entry }) => ({
    resolve: { alias: [{ find: /^.*\/validation\/ajv-provider\.js$/, replacement: noValidator }] },
    ssr: { noExternal: true, external: [...builtinModules, ...optionalPackages], target: "node" },
    build: {
      write: false,
      target: "node20.19",
      minify: true,
      ssr: entry,
      rolldownOptions: {
        checks,
        external: optionalPackages,
        // The public suffix list is one long text: it would stand in the program once for each use.
        optimization: { inlineConst: false },
        output: { format: "es", codeSplitting: false },
      },
    },
  }),
  worker: browserConfig("es"),
  classic: browserConfig("iife"),
};

function browserConfig(format: "es" | "iife"): (target: Target) => InlineConfig {
  return ({ entry }) => ({
    plugins: [
      // Solid's delegation listens on the page's document, which sees nothing of a closed shadow root and would be left behind.
      solid({ hot: false, dev: false, solid: { delegateEvents: false } }),
    ],
    build: {
      write: false,
      target: ["chrome116", "firefox128"],
      minify: true,
      modulePreload: false,
      // A default export stays, and becomes the value of a classic script: what runs in a page's world answers by it.
      rolldownOptions: { checks, input: entry, preserveEntrySignatures: "strict", output: { format, codeSplitting: false } },
    },
  });
}
