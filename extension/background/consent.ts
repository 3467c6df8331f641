import { ServiceError } from "../../host/contract/errors.js";
import { browser } from "../browser.js";
import type { ConsentDetails } from "../messages.js";

/** Asks the user for consent in a window of the extension, which no page can draw on, cover or click. */
export interface Consent {
  /** The person's answer to a tab's question, one at a time; a closed window, or five minutes without an answer, is a no. */
  ask(tabId: number, details: ConsentDetails): Promise<boolean>;
  /** The tab's sidebar is gone, with its page or by itself: its question is answered with no, and its window closes. */
  leave(tabId: number): void;
  /** For the window itself. */
  details(id: string): ConsentDetails;
  answer(id: string, agreed: boolean): void;
}

/** Timeout of a question in milliseconds. */
const patienceMs = 300_000;
/** Browsers suspend an idle worker after 30 s; calls of the platform's API keep it alive. */
const wakeMs = 20_000;
const size = { width: 460, height: 440 } as const;

interface Question {
  readonly tabId: number;
  readonly details: ConsentDetails;
  windowId: number | undefined;
  settle(agreed: boolean): void;
}

export function makeConsent(): Consent {
  const open = new Map<string, Question>();

  browser.windows.onRemoved.addListener((id) => refuse((one) => one.windowId === id));

  function find(id: string) {
    const question = open.get(id);
    if (question === undefined) throw new ServiceError("not-found", "This question is no longer open. Close the window and try again.");
    return question;
  }

  function refuse(isMeant: (one: Question, id: string) => boolean): void {
    for (const [id, one] of open) if (isMeant(one, id)) one.settle(false);
  }

  return {
    ask: async (tabId: number, details: ConsentDetails) => {
      // Whoever asks again has lost sight of the first window.
      refuse((one) => one.tabId === tabId);
      const id = crypto.randomUUID();
      const answered = new Promise<boolean>((settle) => open.set(id, { tabId, details, windowId: undefined, settle }));
      const timeout = setTimeout(() => refuse((_one, its) => its === id), patienceMs);
      const wake = setInterval(() => void browser.runtime.getPlatformInfo(), wakeMs);
      try {
        const opened = await browser.windows.create({ url: `confirm.html#${id}`, type: "popup", ...size });
        const question = open.get(id);
        if (question !== undefined) question.windowId = opened.id;
        const agreed = await answered;
        // It closes by itself when it was answered, and is in the way when nobody waits for an answer.
        if (!agreed && opened.id !== undefined) await browser.windows.remove(opened.id).catch(isClosed);
        return agreed;
      } finally {
        clearTimeout(timeout);
        clearInterval(wake);
        open.delete(id);
      }
    },
    leave: (tabId: number) => refuse((one) => one.tabId === tabId),
    details: (id: string) => find(id).details,
    answer: (id: string, agreed: boolean): void => find(id).settle(agreed === true),
  };
}

function isClosed(error: unknown): void {
  console.debug("svc: the person has closed the window", error);
}
