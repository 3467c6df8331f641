import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import type { Locator, Page } from "@playwright/test";
import { z } from "zod";
import { type Capture, captureSchema } from "../contract/capture.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../contract/reader.js";

export interface Reading {
  readonly capture: Capture;
  readonly reader: CaptureReader;
  readonly elements?: readonly CapturedElement[];
}

type InPage = (elements: readonly Element[]) => string;
let inPage: InPage | undefined;

/** Reads a page, or a locator's page and elements, with the extension's engine, in the page's own world: its CSP does not hold there. */
export async function readPage(subject: Page | Locator): Promise<Reading> {
  inPage ??= compile(readFileSync(new URL("./capture.js", import.meta.url), "utf8"));
  const json = await ("page" in subject ? subject.evaluateAll(inPage) : subject.evaluate(inPage, []));
  const { capture, indices } = readingSchema.parse(JSON.parse(json));
  if (indices.includes(-1)) throw new Error("svc cannot read this element: it is not part of the page, or in a frame of another origin.");
  // The test may have given the page a clock of its own.
  capture.metadata.capturedAt = new Date().toISOString();
  const reader = readCapture(capture);
  return { capture, reader, ...("page" in subject ? { elements: indices.map((index) => reader.element(index)) } : {}) };
}

const readingSchema = z.object({ capture: captureSchema, indices: z.array(z.int()) });

/** A function for the page, never called here: the whole document's capture, and the index of each element in it, -1 for one that it does not have. */
function compile(engine: string): InPage {
  return runInThisContext(`(elements) => {
    ${engine}
    const { capture, elements: all } = svcCapture.withElements(top.document);
    delete globalThis.svcCapture;
    return JSON.stringify({ capture, indices: elements.map((one) => all.indexOf(one)) });
  }`);
}
