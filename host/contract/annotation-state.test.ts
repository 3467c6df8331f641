import { expect, it } from "vitest";
import type { Annotation, AnnotationTarget, ElementTarget, ThreadEntry } from "./annotation.js";
import { isUndecided, mergeAnnotation, verdictNow } from "./annotation-state.js";
import { sampleAnnotation } from "./testing/sample.js";

const picked = (at: string | undefined): ElementTarget => ({
  ...{ key: "AAAAA", selector: "#total", box: [0, 0, 1, 1] },
  ...(at === undefined ? {} : { pickedAt: `2026-01-01T00:00:0${at}.000Z` }),
});
const element = (at?: string): AnnotationTarget => ({ type: "element", elements: [picked(at)] });
const region = (at: string): AnnotationTarget => ({ type: "region", box: [0, 0, 9, 9], elements: [picked(at)] });
const noted = (target: AnnotationTarget, picture?: string): Annotation => ({
  ...sampleAnnotation("a1"),
  target,
  ...(picture === undefined ? {} : { picture }),
});

it.each<readonly [what: string, stored: AnnotationTarget, sent: AnnotationTarget, stays: boolean]>([
  ["that is sent again", element("1"), element("1"), true],
  ["that is about another element now", element("1"), element("2"), false],
  ["of an older version", element(), element("2"), true],
  ["about a region, whose elements are named anew", region("1"), region("2"), true],
])("the picture of an annotation %s", (_what, stored, sent, stays) => {
  expect(mergeAnnotation(noted(stored, "old.png"), noted(sent), true).picture).toBe(stays ? "old.png" : undefined);
  expect(mergeAnnotation(noted(stored, "old.png"), noted(sent, "new.png"), true).picture).toBe("new.png");
});

it("has a verdict until the agent calls the annotation done again, or its user reopens it: then its checks are undecided", () => {
  const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`;
  const verdict: Annotation["verdict"] = { status: "fail", capture: "c.json", at: at(2), checks: [], alsoChanged: [] };
  const entry = (id: string, kind: ThreadEntry["kind"], minute: number): ThreadEntry => ({
    id,
    by: "agent",
    kind,
    text: "",
    at: at(minute),
  });
  const judged: Annotation = { ...sampleAnnotation("a1"), verdict, checks: [{ kind: "visible" }] };
  const thread = [entry("first", "resolution", 1), entry("svc", "reopen", 2)];
  const again = [...thread, entry("second", "resolution", 3)];
  const users: ThreadEntry[] = [...thread, { ...entry("third", "reopen", 3), by: "user" }];
  const verdictWith = (some: ThreadEntry[]) => verdictNow({ ...judged, thread: some });
  expect([verdictNow(judged), ...[thread, again, users].map(verdictWith)]).toEqual([verdict, verdict, undefined, undefined]);
  expect([judged, { ...judged, thread: again }, { ...judged, thread: again, checks: [] }].map(isUndecided)).toEqual([false, true, false]);
});
