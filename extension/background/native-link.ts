import type { HeardEvent } from "../../host/contract/events.js";
import { type NativeTransport, openNative } from "../transport/native.js";
import type { TransportError } from "../transport/transport.js";
import { rememberKey } from "./keys.js";

/** The single connection to the native host, opened lazily and shared by all pages. */
export interface NativeLink {
  /** Throws TransportError when native messaging is not allowed. */
  open(): NativeTransport;
  /** Ports of this user's HTTP processes, as the host last reported them; undefined when it did not. */
  openPorts(): readonly number[] | undefined;
  /** Disconnects as soon as no call is pending; the next call connects again. */
  closeWhenIdle(): void;
}

export function makeNativeLink(onEvent: (event: HeardEvent) => void, onEnd: (error: TransportError) => void): NativeLink {
  let transport: NativeTransport | undefined;
  let ports: readonly number[] | undefined;

  return {
    open: () => {
      if (transport?.isOpen()) return transport;
      ports = undefined;
      transport = openNative({
        onEvent,
        onHandover: async ({ project, key, ports: open }) => {
          ports = open;
          await rememberKey({ key, project });
        },
        onEnd,
      });
      return transport;
    },
    openPorts: () => ports,
    closeWhenIdle: () => transport?.closeWhenIdle(),
  };
}
