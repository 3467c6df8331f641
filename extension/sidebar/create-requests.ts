import { type Accessor, createSignal, onCleanup } from "solid-js";
import type { OperationOutput } from "../../host/contract/operations.js";
import { askOperation } from "./ask-operations.js";
import type { Ports } from "./ports.js";
import { texts } from "./texts.js";

export type PendingRequest = OperationOutput<"requests:pending">["requests"][number];

/** What the agent asks for on this page. */
export interface Requests {
  readonly list: Accessor<readonly PendingRequest[]>;
  look(): Promise<void>;
  decline(id: string): Promise<void>;
}

export function createRequests({ ask, onPush }: Ports): Requests {
  const [list, setList] = createSignal<readonly PendingRequest[]>([]);
  const drop = (id: string) => setList((requests) => requests.filter((request) => request.id !== id));

  async function look(): Promise<void> {
    const { requests } = await askOperation(ask, "requests:pending", { url: location.href });
    setList(requests);
    // The agent learns that a person sees its wish.
    await Promise.all(requests.map(({ id }) => askOperation(ask, "requests:ack", { id })));
  }

  onCleanup(
    onPush((push) => {
      if (push.type !== "event") return;
      if (push.event.type === "request:created") void look();
      if (push.event.type === "request:ended") drop(push.event.id);
    }),
  );

  return {
    list,
    look,
    decline: async (id) => {
      await askOperation(ask, "requests:decline", { id, reason: texts.declinedBy });
      drop(id);
    },
  };
}
