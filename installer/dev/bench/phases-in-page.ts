import { captureWithElements } from "../../../extension/capture/capture.js";
import { redactionOf } from "../../../extension/capture/redact.js";
import { unseenTexts } from "../../../extension/capture/unseen.js";
import { WalkState } from "../../../extension/capture/walk/state.js";
import { finishWalk, walkPage } from "../../../extension/capture/walk/walk.js";

/** Milliseconds of a whole capture of the page as it is now, and of what finds and takes out secrets and finds unseen texts in one. */
function timePhases(): { readonly whole: number; readonly redaction: number; readonly unseen: number } {
  const start = performance.now();
  const { metadata } = captureWithElements(document).capture;
  const captured = performance.now();
  const walk = new WalkState({});
  walkPage(walk, document);
  finishWalk(walk);
  const walked = performance.now();
  unseenTexts(walk);
  const judged = performance.now();
  redactionOf(walk);
  const found = performance.now();
  return { whole: captured - start, redaction: found - judged + (metadata.timings["redact"] ?? 0), unseen: judged - walked };
}

Object.assign(globalThis, { timePhases });
