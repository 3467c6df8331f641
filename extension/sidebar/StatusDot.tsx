import type { Connection } from "../messages.js";
import { hopTexts, texts, transportTexts } from "./texts.js";

/** Green with the transport in its tooltip, red with what is broken; the text comes from an answer, never from memory. */
export function StatusDot(props: { readonly connection: Connection | undefined }) {
  const state = () => props.connection?.state ?? "looking";
  return <span class={`dot ${state()}`} role="img" title={tooltipOf(props.connection)} aria-label={tooltipOf(props.connection)} />;
}

function tooltipOf(connection: Connection | undefined): string {
  if (connection === undefined) return texts.looking;
  if (connection.state === "connected") return transportTexts[connection.transport](connection.project, connection.isNoPortOpen);
  const { what, todo } = hopTexts[connection.hop];
  return `${what}. ${todo}`;
}
