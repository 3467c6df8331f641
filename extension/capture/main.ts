import { type CaptureOptions, captureWithElements } from "./capture.js";

const value = (document: Document, options?: CaptureOptions) => captureWithElements(document, options).capture;
Object.defineProperty(globalThis, "svcCapture", { value, configurable: true, writable: true, enumerable: false });
