import { acceptingChange, type Proposal } from "../../contract/proposal.js";
import { type Receipts, sha256 } from "../user/receipts.js";
import type { BaselineStore } from "./baselines.js";
import type { ConfigStore } from "./config.js";

/** What the repository's `.svc/` holds without a receipt of this user, as one thing that is taken or left. */
export function openProposals(receipts: Receipts, config: ConfigStore, baselines: BaselineStore) {
  async function current() {
    const [settings, unknown, { left }] = await Promise.all([config.proposed(), baselines.proposed(), receipts.read()]);
    const hash = sha256(JSON.stringify([settings, unknown.map(({ filename, sha256: content }) => [filename, content]).sort()]));
    const isEmpty = Object.keys(settings).length === 0 && unknown.length === 0;
    return { settings, unknown, hash, isEmpty, isLeft: left === hash };
  }

  return {
    /** Undefined when nothing is proposed. */
    get: async (): Promise<Proposal | undefined> => {
      const { settings, unknown, isEmpty, isLeft } = await current();
      return isEmpty ? undefined : { ...settings, baselines: unknown.length, left: isLeft };
    },
    /** Makes all of it count. Throws ServiceError `conflict` when the configuration is not readable. */
    accept: async () => {
      const { settings, unknown } = await current();
      if (Object.keys(settings).length > 0) await config.update(acceptingChange(await config.get(), settings));
      await baselines.accept(unknown);
    },
    /** Marks it as left: it does not count, and nobody is reminded of it until it changes. */
    leave: async () => {
      const { hash } = await current();
      await receipts.change((before) => ({ ...before, left: hash }));
    },
  };
}
