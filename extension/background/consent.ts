import { ServiceError } from "../../host/contract/errors.js";
import { browser } from "../browser.js";
import type { ConsentDetails } from "../messages.js";

/** Asks the user for consent in a window of the extension, which no page can draw on, cover or click. */
export interface Consent {
  /** Resolves with the user's answer; closing the window and a timeout of five minutes count as no. One question at a time. */
  ask(details: ConsentDetails): Promise<boolean>;
  /** Called by the window itself. */
  details(id: string): ConsentDetails;
  answer(id: string, agreed: boolean): void;
}

/** Timeout of a question in milliseconds. */
const patienceMs = 300_000;
/** Browsers suspend an idle worker after 30 s; calls of the platform's API keep it alive. */
const wakeMs = 20_000;
const size = { width: 460, height: 440 } as const;

export function makeConsent(): Consent {
  let open: { readonly id: string; readonly details: ConsentDetails; settle(agreed: boolean): void } | undefined;
  let windowId: number | undefined;

  browser.windows.onRemoved.addListener((id) => {
    if (id === windowId) open?.settle(false);
  });

  function find(id: string) {
    if (open?.id !== id) throw new ServiceError("not-found", "This question is no longer open. Close the window and try again.");
    return open;
  }

  return {
    ask: async (details) => {
      // A new question answers the previous one with no: the user has lost sight of its window.
      open?.settle(false);
      const id = crypto.randomUUID();
      const answered = new Promise<boolean>((resolve) => {
        open = { id, details, settle: resolve };
      });
      const timeout = setTimeout(() => open?.id === id && open.settle(false), patienceMs);
      const wake = setInterval(() => void browser.runtime.getPlatformInfo(), wakeMs);
      try {
        const opened = await browser.windows.create({ url: `confirm.html#${id}`, type: "popup", ...size });
        windowId = opened.id;
        return await answered;
      } finally {
        clearTimeout(timeout);
        clearInterval(wake);
        if (open?.id === id) open = undefined;
      }
    },
    details: (id) => find(id).details,
    answer: (id, agreed) => find(id).settle(agreed === true),
  };
}
