import { type CaptureOptions, captureWithElements, warmUp } from "./capture.js";

const read = (document: Document, options?: CaptureOptions) => captureWithElements(document, options).capture;
const value = Object.assign(read, { withElements: captureWithElements, warmUp });
Object.defineProperty(globalThis, "svcCapture", { value, configurable: true, writable: true, enumerable: false });
