import { decode, encode } from "fast-png";
import { describe, expect, it } from "vitest";
import { sampleCapture } from "../contract/testing/sample.js";
import { testBench } from "../testing/test-bench.js";
import { annotated } from "../testing/tool-bench.js";

describe("pictures", () => {
  /** A window of 1280 × 720, dark, at two device pixels each. */
  const png = (width: number, height: number) =>
    Buffer.from(encode({ width, height, data: new Uint8Array(new Uint32Array(width * height).fill(0xff28_2828).buffer) })).toString(
      "base64",
    );
  const ofWindow = png(2560, 1440);

  async function withPicture() {
    const bench = await testBench();
    const capture = annotated(sampleCapture({ url: "http://localhost:5173/list" }), ({ ref }) => ref === "e1", "Here", "here");
    const filename = await bench.add(annotated(capture, ({ ref }) => ref === "e1", "Here", "there"));
    await bench.store.snapshots.create({ capture: filename, kind: "png", data: ofWindow });
    return { bench, filename };
  }

  it.each([{ annotation: "here" }, { ref: "e1" }])("show the element of %j marked, for at most 1,600 tokens", async (asked) => {
    const { bench } = await withPicture();
    const [text, image] = await bench.blocks("get_picture", asked);
    expect(JSON.parse(String(text?.["text"]))).toMatchObject({ boxes: [[0, 20, 1280, 20]] });
    expect(image).toMatchObject({ type: "image", mimeType: "image/png" });
    const { width, height, data } = decode(Buffer.from(String(image?.["data"]), "base64"));
    expect((width * height) / 750).toBeLessThanOrEqual(1_600);
    expect(width / height).toBeCloseTo(1280 / 80, 0);
    const isMark = Array.from({ length: width * height }, (_, pixel) => data[pixel * 3] === 255 && data[pixel * 3 + 1] === 0);
    expect(isMark.filter(Boolean).length).toBeGreaterThan(width);
  });

  it("stand beside the context where they are asked for; a capture without one is refused in words", async () => {
    const { bench } = await withPicture();
    const context = await bench.blocks("get_annotation_context", { annotation: "here", picture: true });
    expect(context.map(({ type }) => type)).toEqual(["text", "image"]);
    expect(String(context[0]?.["text"])).not.toContain("iVBOR");
    const bare = await bench.add(
      annotated(sampleCapture({ url: "http://localhost:5173/bare" }), ({ ref }) => ref === "e1", "Bare", "bare"),
    );
    expect(await bench.call("get_picture", { ref: "e1", capture: bare })).toMatchObject({
      error: { code: "not-found", message: /includeScreenshot/ },
    });
    expect(await bench.call("get_annotation_context", { annotation: "bare", picture: true })).toMatchObject({
      noPicture: expect.stringMatching(/No picture was stored/),
    });
    expect(await bench.call("get_picture", {})).toMatchObject({ error: { code: "invalid-input" } });
  });

  it.each([
    ["no PNG at all", Buffer.concat([Buffer.from(png(2, 2), "base64").subarray(0, 40), Buffer.alloc(60, 7)])],
    [
      "one that claims to be huge",
      (() => {
        const bytes = Buffer.from(png(2, 2), "base64");
        bytes.writeUInt32BE(200_000, 16);
        bytes.writeUInt32BE(200_000, 20);
        return bytes;
      })(),
    ],
  ])("a stored picture that is %s is refused in words", async (_what, bytes) => {
    const { bench, filename } = await withPicture();
    await bench.store.snapshots.create({ capture: filename, kind: "png", data: bytes.toString("base64") });
    expect(await bench.call("get_picture", { annotation: "here" })).toMatchObject({ error: { code: "not-found" } });
  });
});
