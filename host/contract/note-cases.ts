import { z } from "zod";
import { type ElementTarget, elementTargetSchema } from "./annotation.js";
import { checkSchema } from "./checks.js";
import { ServiceError } from "./errors.js";
import { isRecord, parseJson } from "./json.js";
import { limits } from "./limits.js";
import { testIdAttributes } from "./test-ids.js";

/** An element as a case names it: what it is found again by, wherever and however the page is built. */
const caseElementSchema = elementTargetSchema.strip().omit({
  ...{ ref: true, present: true, candidates: true, url: true, pickedAt: true },
  ...{ styles: true, rules: true, source: true, component: true },
});

/** An accepted annotation that goes on as a test. `page` is its address where it was accepted; lengths are CSS pixels. */
const caseSchema = z.strictObject({
  note: z.string().max(limits.commentMaxChars),
  page: z.string().max(limits.urlMaxChars),
  viewport: z.tuple([z.number().int().min(1), z.number().int().min(1)]).optional(),
  colorScheme: z.enum(["light", "dark"]).optional(),
  checks: z.array(checkSchema).min(1).max(limits.checksMax),
  /** None for an annotation about the page. */
  elements: z.array(caseElementSchema).max(50),
  /** The elements that checks name by a ref. */
  refs: z.record(z.string().regex(/^e\d+$/), caseElementSchema).optional(),
});
export type NoteCase = z.infer<typeof caseSchema>;

/** The file at a project's root that holds its cases. */
export const casesName = "svc.notes.json";
/** Stands last in the file: each case before it ends with a comma, so that its lines can be deleted. */
const versionKey = "svc-notes";

/** Reads the cases of a file, by the ids of their annotations. Throws ServiceError `invalid-input` for what is no such file. */
export function parseCases(text: string): ReadonlyMap<string, NoteCase> {
  const file = parseJson(text);
  if (!isRecord(file)) throw refused("is no JSON object");
  const { [versionKey]: version, ...notes } = file;
  if (version !== 1) throw refused(`does not end with "${versionKey}": 1`);
  return new Map(
    Object.entries(notes).map(([id, value]) => {
      const { data, error } = caseSchema.safeParse(value);
      if (data !== undefined) return [id, data];
      const [{ path, message } = { path: [], message: "is no case" }] = error.issues;
      throw refused(`holds what is no case, at ${[id, ...path].join(".")}: ${message}`);
    }),
  );
}

function refused(why: string): ServiceError {
  return new ServiceError("invalid-input", `${casesName} ${why}. Mend the file or take it away.`);
}

/** The file with these cases, sorted by id so that cases of two branches seldom meet; what machines read has one line an element. */
export function casesText(notes: ReadonlyMap<string, NoteCase>): string {
  const sorted = [...notes].sort(([one], [other]) => (one < other ? -1 : 1));
  return `{\n${sorted.map(([id, note]) => `${caseText(id, note)},\n`).join("")}  "${versionKey}": 1\n}\n`;
}

/** One case as it stands in the file. */
export function caseText(id: string, note: NoteCase): string {
  const fields = Object.entries(note).map(([name, value]) => {
    const rows = Array.isArray(value) ? value.filter((one) => typeof one === "object").map((one) => `      ${JSON.stringify(one)}`) : [];
    return `    ${JSON.stringify(name)}: ${rows.length === 0 ? JSON.stringify(value) : `[\n${rows.join(",\n")}\n    ]`}`;
  });
  return `  ${JSON.stringify(id)}: {\n${fields.join(",\n")}\n  }`;
}

const naming: readonly string[] = ["id", "class", "aria-label", ...testIdAttributes];

/** What of an element's record goes into a case: nothing that holds for one build alone, and of what stands around it the names alone. */
export function caseElement(target: ElementTarget): NoteCase["elements"][number] {
  const ancestors = target.ancestors?.map(({ tag, attributes }) => {
    const names = Object.entries(attributes).filter(([name]) => naming.includes(name));
    return { tag, attributes: Object.fromEntries(names), text: "" };
  });
  return caseElementSchema.parse({ ...target, ancestors });
}
