import type { ServiceEvent } from "../../host/contract/events.js";
import type { Call } from "../../host/contract/operations.js";
import { type NativeTransport, openNative } from "../transport/native.js";
import type { TransportError } from "../transport/transport.js";
import { rememberKey } from "./keys.js";

export interface NativeLinkListeners {
  readonly onEvent: (event: ServiceEvent) => void;
  readonly onEnd: (error: TransportError) => void;
}

/** The single connection to the native host, opened lazily and shared by all pages. */
export type NativeLink = ReturnType<typeof makeNativeLink>;

export function makeNativeLink(listeners: NativeLinkListeners) {
  let transport: NativeTransport | undefined;
  let ports: readonly number[] | undefined;
  let running = 0;
  let unused = false;

  function closeIfIdle(): void {
    if (!unused || running > 0) return;
    transport?.close();
    transport = undefined;
  }

  function counted(inner: NativeTransport): NativeTransport {
    const call: Call = async (name, input, project) => {
      running++;
      try {
        return await inner.call(name, input, project);
      } finally {
        running--;
        closeIfIdle();
      }
    };
    return { ...inner, call };
  }

  return {
    /** Throws TransportError when native messaging is not allowed. */
    open: () => {
      unused = false;
      transport ??= counted(
        openNative({
          onEvent: listeners.onEvent,
          onHandover: async ({ project, key, ports: open }) => {
            ports = open;
            await rememberKey({ key, project });
          },
          onEnd: (error) => {
            transport = undefined;
            ports = undefined;
            listeners.onEnd(error);
          },
        }),
      );
      return transport;
    },
    /** Ports of this user's HTTP processes, as the host last reported them; undefined when it did not. */
    openPorts: () => ports,
    /** Disconnects as soon as no call is pending; the next call connects again. */
    closeWhenIdle: () => {
      unused = true;
      closeIfIdle();
    },
  };
}
