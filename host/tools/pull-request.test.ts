import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openProject } from "../cli/session.js";
import { limits } from "../contract/limits.js";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { testBench } from "../testing/test-bench.js";
import { annotated } from "../testing/tool-bench.js";
import { pullRequestText } from "./pull-request.js";

const studio = shared(openStudio);
const html = `<!doctype html><html lang="en"><title>Cart</title><h1>Cart</h1><p>One</p><p>Two</p></html>`;
const at = (text: string) => (element: { readonly text: string }) => element.text === text;

it("stays within what GitHub takes, and counts the rest", async () => {
  const bench = await testBench();
  const capture = await studio.html(html);
  const ids = Array.from({ length: 20 }, (_, place) => `n${place}`);
  await bench.add(ids.reduce((noted, id) => annotated(noted, at("One"), `${id} `.padEnd(limits.commentMaxChars, "x"), id), capture));
  for (const annotation of ids) await bench.call("resolve_annotation", { annotation, action: "wontfix", summary: "As meant" });
  const project = await openProject(bench.root, bench.state);
  const { markdown } = await pullRequestText(project.context);
  expect(markdown.length).toBeLessThanOrEqual(65_536);
  const shown = markdown.match(/^> n\d+ /gm)?.length ?? 0;
  expect(shown).toBeGreaterThan(14);
  expect(markdown).toMatch(new RegExp(`^## 20 notes resolved[^]*\n\nand ${20 - shown} more\n$`));
  await project.close();
});

it("states what the page showed of the last attempt alone, and what else changed where that is known", async () => {
  const bench = await testBench();
  const filename = await bench.add(annotated(await studio.html(html), at("One"), "Larger", "n"));
  const resolve = (summary: string) => bench.store.annotations.resolve("n", { action: "fixed", summary });
  const now = () => new Date().toISOString();
  await resolve("First try");
  const project = await openProject(bench.root, bench.state);
  const verdict = { status: "pass", capture: filename, at: now(), checks: [], alsoChanged: [] };
  await bench.store.annotations.judge("n", verdict);
  expect((await pullRequestText(project.context)).markdown).toContain("- What else changed is not known");
  await bench.store.annotations.append("n", { id: "again", by: "user", kind: "reopen", text: "Larger still", at: now() });
  await resolve("Second try");
  const { markdown } = await pullRequestText(project.context);
  expect(markdown).toMatch(/^## 1 note resolved, 0 shown by the page\n[\s\S]*- The page was not read again\./);
  await project.close();
});

it("has the user's own resolved notes in the order of their resolutions, and nothing in them is markup", async () => {
  const bench = await testBench();
  const capture = await studio.html(html);
  const notes = annotated(
    annotated(annotated(capture, at("Cart"), "Open", "open"), at("Two"), "Second <Delete>, says @ann", "b"),
    at("One"),
    "First",
    "a",
  );
  await bench.add(notes);
  const foreign = annotated({ ...capture, metadata: { ...capture.metadata, id: "foreign" } }, at("One"), "Not theirs", "f");
  const [note] = foreign.annotations;
  const resolution = { action: "fixed", summary: "x", files: [], resolvedAt: "2026-01-01T00:00:00.000Z" };
  const planted = { ...foreign, annotations: [{ ...note, status: "resolved", resolution }] };
  writeFileSync(join(bench.root, ".svc/captures/localhost-20260101T000000000-aaaaaa.json"), JSON.stringify(planted));
  const summaries = [
    ["a", "fixed", "See @team <img src=x> [link](y)"],
    ["b", "wontfix", "As meant"],
  ] as const;
  const moments: number[] = [];
  for (const [annotation, action, summary] of summaries) {
    moments.push(Date.now());
    expect(await bench.call("resolve_annotation", { annotation, action, summary, files: ["a`b.ts"] })).not.toHaveProperty("error");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await bench.store.annotations.append("a", { id: "ok", by: "user", kind: "accept", text: "", at: new Date().toISOString() });
  const project = await openProject(bench.root, bench.state);
  const { context } = project;
  const { markdown, pictures } = await pullRequestText(context);
  expect(markdown.match(/^(?:#|>|- Files|- The).*/gm)).toEqual([
    "## 2 notes resolved, 0 shown by the page",
    ...["### 1.", "> First", "- The page was not read again.", "- Files: ``` a`b.ts ```".replaceAll("```", "``")],
    ...[
      "### 2.",
      "> Second \\<Delete>, says @\u200bann",
      "- The page was not read again.",
      "- Files: ``` a`b.ts ```".replaceAll("```", "``"),
    ],
  ]);
  expect(markdown).toMatch(/: fixed, accepted: See @\u200bteam \\<img src=x\\> \\\[link\\\]\(y\)\n/);
  expect(markdown).toMatch(/: won't fix: As meant\n/);
  expect(pictures.size).toBe(0);
  expect((await pullRequestText(context, moments[1])).markdown).toMatch(/^## 1 note resolved[\s\S]*> Second/);
  expect((await pullRequestText(context, Date.now())).markdown).toBe("## 0 notes resolved, 0 shown by the page\n");
  await project.close();
});
