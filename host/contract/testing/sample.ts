import type { Annotation } from "../annotation.js";

export { sampleCapture } from "../sample-capture.js";

export function sampleAnnotation(id: string, change: Partial<Annotation> = {}): Annotation {
  return {
    id,
    target: { type: "page" },
    comment: `Comment ${id}`,
    kind: "bug",
    severity: "medium",
    status: "unresolved",
    createdAt: "2025-03-14T09:15:00.000Z",
    ...change,
  };
}
