import { type CaptureOptions, captureWithElements, warmUp, warmUpSteps } from "./capture.js";

const read = (document: Document, options?: CaptureOptions) => captureWithElements(document, options).capture;
const value = Object.assign(read, { withElements: captureWithElements, warmUp, warmUpSteps });
Object.defineProperty(globalThis, "svcCapture", { value, configurable: true, writable: true, enumerable: false });
