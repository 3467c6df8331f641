import { z } from "zod";

/** Where svc-init notes, in the state folder, what it wrote on this machine. */
export const receiptFileName = "receipt.json";

/** The purpose under which the receipt holds the manifests of the native host. */
export const hostManifestPurpose = "host-manifest";

const receiptSchema = z.object({ items: z.array(z.unknown()) });
const hostManifestSchema = z.object({ kind: z.literal("file"), purpose: z.literal(hostManifestPurpose), path: z.string() });

/** Paths of the host manifests that a receipt, as parsed JSON, tells of; none for what is no receipt. */
export function hostManifestsIn(receipt: unknown): string[] {
  const items = receiptSchema.safeParse(receipt).data?.items ?? [];
  return items.flatMap((item) => hostManifestSchema.safeParse(item).data?.path ?? []);
}
