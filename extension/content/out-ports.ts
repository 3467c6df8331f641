import type { OutPorts } from "../sidebar/ports.js";

/** Clipboard and downloads. What is needed for an instant stands in the sidebar's closed root, never in the page. */
export function makeOutPorts(root: ShadowRoot): OutPorts {
  return {
    copy: async (text) => {
      // Pages without TLS, and those whose policy forbids it, have no clipboard object.
      const isCopied = await navigator.clipboard?.writeText(text).then(
        () => true,
        () => false,
      );
      if (isCopied !== true) copyByCommand(root, text);
    },
    download: (name, bytes) => {
      const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: "application/zip" }));
      const link = document.createElement("a");
      link.href = url;
      link.download = name;
      root.append(link);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(url), lingerMs);
    },
  };
}

/** Time for the browser to take the bytes over. */
const lingerMs = 10_000;

function copyByCommand(root: ShadowRoot, text: string): void {
  const area = document.createElement("textarea");
  area.value = text;
  root.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (!isCopied) throw new Error("This page does not let anything be copied. Use Download Report.");
}
