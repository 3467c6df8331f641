/** The address of the page that an input is about, wherever its operation carries it; undefined when it is about none. */
export function pageUrlOf(input: unknown): string | undefined {
  if (!isRecord(input)) return undefined;
  const { pageUrl, metadata, url } = input;
  const candidates = [pageUrl, isRecord(metadata) ? metadata["url"] : undefined, url];
  return candidates.find((candidate) => typeof candidate === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> & { pageUrl?: unknown; metadata?: unknown; url?: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
