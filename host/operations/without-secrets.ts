import type { Capture } from "../contract/capture.js";
import { cleanResourceUrl, cleanUrl } from "../contract/urls.js";

/**
 * A capture as it may be kept. Our engine leaves out of addresses what may be a secret; another client may not: the page's own loses
 * credentials and token-like parts, those of resources their query strings too. What goes is counted in `removed`.
 */
export function withoutSecrets(capture: Capture): Capture {
  const { metadata, network, removed } = capture;
  const url = cleanUrl(metadata.url).url;
  const resources = network.map((entry) => ({ ...entry, url: cleanResourceUrl(entry.url) }));
  const changed = resources.filter((entry, index) => entry.url !== network[index]?.url).length + (url === metadata.url ? 0 : 1);
  if (changed === 0) return capture;
  const counted = { ...removed, "url-parts": (removed["url-parts"] ?? 0) + changed };
  return { ...capture, metadata: { ...metadata, url }, network: resources, removed: counted };
}
