import type { Annotation, ElementTarget } from "../contract/annotation.js";
import type { PlacedAnnotation } from "../store/project/annotations.js";
import { page, user, type Value } from "./answer.js";

/** The first element that an annotation is about; undefined for a page note or an empty region. */
export function targetOf({ target }: Annotation): ElementTarget | undefined {
  return target.type === "page" ? undefined : target.elements[0];
}

/** What an annotation is about, in a word or two: how many elements, or which kind of place. */
export function scopeOf({ target }: Annotation): string {
  if (target.type === "page") return "page";
  if (target.type === "region") return `region with ${target.elements.length} elements`;
  return target.elements.length === 1 ? "element" : `${target.elements.length} elements`;
}

/** One annotation as fields of an answer. */
export function annotationFields({ annotation, capture, url }: PlacedAnnotation): { readonly [field: string]: Value } {
  const { id, kind, severity, status, comment, createdAt, resolution } = annotation;
  const target = targetOf(annotation);
  return {
    id,
    status,
    kind,
    severity,
    comment: user(comment),
    scope: scopeOf(annotation),
    createdAt,
    capture,
    url: page(url, 300),
    ...(target === undefined ? {} : { ref: target.ref, selector: page(target.selector, 1_000) }),
    ...(resolution === undefined
      ? {}
      : {
          resolution: { ...resolution, summary: page(resolution.summary, 1_000), files: resolution.files.map((file) => page(file, 300)) },
        }),
  };
}
