export interface CapturePlace {
  /** ISO 8601 UTC, to the millisecond. */
  readonly capturedAt: string;
  readonly filename: string;
}

/** Names the place behind a row, whatever arrives meanwhile. Names that the store gave hold their time: tokens are few. */
export function cursorAfter({ capturedAt, filename }: CapturePlace): string {
  return timeIn(filename) === capturedAt ? filename : `${capturedAt}/${filename}`;
}

/** Reads what `cursorAfter` wrote; undefined for any other text. */
export function placeOfCursor(cursor: string): CapturePlace | undefined {
  const [, written, filename = ""] = /^(?:(\d{4}-\d\d-\d\dT[\d:.]{1,20}Z)\/)?([^/\\]{1,255})$/.exec(cursor) ?? [];
  const capturedAt = written ?? timeIn(filename);
  return capturedAt === undefined ? undefined : { capturedAt, filename };
}

/** The time in a filename of ours, as ISO 8601. */
function timeIn(filename: string): string | undefined {
  const [, day, hours, minutes, seconds, ms] = /-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-[0-9a-f]{6}\.json$/.exec(filename) ?? [];
  return day === undefined ? undefined : `${day}T${hours}:${minutes}:${seconds}.${ms}Z`;
}
