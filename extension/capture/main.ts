import { capture } from "./capture.js";

Object.defineProperty(globalThis, "svcCapture", { value: capture, configurable: true, writable: true, enumerable: false });
