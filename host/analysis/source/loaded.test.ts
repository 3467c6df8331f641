import { describe, expect, it } from "vitest";
import { importsIn, loadedFiles, resolveImport, stemsOf } from "./loaded.js";

const files = new Set([
  "index.html",
  "src/main.tsx",
  "src/App.tsx",
  "src/routes/Tasks.tsx",
  "src/routes/Chats.tsx",
  "src/ui/button.tsx",
  "src/ui/menu/index.ts",
  "server/views/mail.tsx",
  "lang/en.json",
  "theme/index.html",
]);
const served = ["@vite/client", "src/main.tsx", "src/App.tsx", "src/routes/Tasks.tsx", "node_modules/.vite/deps/react.js"];

describe("files that a page has loaded", () => {
  const loaded = loadedFiles(served, served.length, files);
  it.each([
    ["src/routes/Tasks.tsx", true, "was loaded"],
    ["src/routes/Chats.tsx", false, "is of a kind and in a folder of which others were"],
    ["server/views/mail.tsx", true, "is in a folder of which nothing was: a server may have used it"],
    ["lang/en.json", true, "is of a kind of which nothing was"],
    ["index.html", true, "is the document that asks for them"],
    ["theme/index.html", false, "is a document in a folder of which nothing was"],
  ])("%s: %s, it %s", (path, is) => expect(loaded?.has(path)).toBe(is));

  it("are not known of a page of bundles, nor with Astro, whose components run on the server", () => {
    expect(loadedFiles(["assets/index-x1.js", "src/main.tsx"], 2, files)).toBeUndefined();
    expect(loadedFiles(served, served.length, new Set([...files, "src/pages/index.astro"]))).toBeUndefined();
  });

  it("are found below the folder that the server serves, and by the path on the disk", () => {
    const whole = new Set([...files].map((path) => `web/${path}`));
    expect([...(loadedFiles(served, served.length, whole)?.files ?? [])]).toEqual([
      "web/src/main.tsx",
      "web/src/App.tsx",
      "web/src/routes/Tasks.tsx",
    ]);
    const onDisk = served.map((path) => `@fs/home/me/app/${path}`);
    expect(loadedFiles(onDisk, onDisk.length, files)?.files.size).toBe(3);
  });

  it("are those that an address with a part taken out can mean", () => {
    const loaded = loadedFiles([...served, "src/redacted/Chats.tsx", "src/redacted/index.ts"], 7, files);
    expect([...(loaded?.files ?? [])].slice(3)).toEqual(["src/routes/Chats.tsx"]);
  });

  it("are cut where the browser notes no more", () => {
    expect(loaded?.isCut).toBe(false);
    expect(loadedFiles(served, 250, files)?.isCut).toBe(true);
  });
});

describe("an import", () => {
  const stems = stemsOf(files);
  it.each([
    ["./routes/Tasks", "src/App.tsx", "src/routes/Tasks.tsx"],
    ["../ui/button.tsx", "src/routes/Tasks.tsx", "src/ui/button.tsx"],
    ["@/ui/button", "src/App.tsx", "src/ui/button.tsx"],
    ["~/ui/menu", "src/App.tsx", "src/ui/menu/index.ts"],
    ["@ui/button", "src/App.tsx", "src/ui/button.tsx"],
    ["src/App", "src/main.tsx", "src/App.tsx"],
    ["react", "src/App.tsx", undefined],
    ["./Gone", "src/App.tsx", undefined],
  ])("%s in %s is %s", (asked, from, file) => expect(resolveImport(asked, from, files, stems)).toBe(file));

  it("is found in every form", () => {
    const text = `import a from "./a";\nimport "./b.css";\nexport * from './c';\nconst d = lazy(() => import("./d"));\n`;
    expect(importsIn(text)).toEqual(["./a", "./b.css", "./c", "./d"]);
  });
});
