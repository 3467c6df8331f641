import { expect, test, vi } from "vitest";
import { ServiceError } from "../../host/contract/errors.js";
import { TransportError } from "../transport/transport.js";
import type { NativeLink } from "./native-link.js";

const storage = { get: async () => ({}), set: async () => undefined };
vi.mock("../browser.js", () => ({ browser: { storage: { local: storage, session: storage } }, isFirefox: false }));
// Of another project: it does not claim the page.
const errors = [new ServiceError("no-match", "No project claims this page.", { projects: [{ id: "lamps", name: "lamps" }] })];
vi.mock("./http-ports.js", async (original) => ({ ...(await original()), askPorts: async () => ({ found: [], errors, nearby: [] }) }));

const { discover } = await import("./discovery.js");

test.each([
  ["permission", "unclaimed", true],
  ["host-missing", "unclaimed", false],
  ["timeout", "timeout", false],
  ["host-ended", "host-ended", false],
] as const)("where native messaging fails with %s and another project's service answers, the hop is %s", async (hop, named, mayAllow) => {
  const open = () => {
    throw new TransportError(hop, "Why it failed.");
  };
  const native: NativeLink = { open, openPorts: () => undefined, closeWhenIdle: () => undefined };
  const decision = await discover("http://localhost:5173/", native);
  expect(decision).toMatchObject({ state: "broken", hop: named, detail: "Why it failed.", mayAllow, projects: [{ id: "lamps" }] });
});
