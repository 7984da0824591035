/** The manifest of exported evidence: what was exported, by whom, when, and the digest of each file. */
import { z } from 'zod';

const File = z.strictObject({
  path: z.string().regex(/^[a-z0-9][a-z0-9./-]{0,200}$/u),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
});

const ManifestMask = z.strictObject({
  revision: z.number().int(),
  since: z.string(),
  setBy: z.string(),
  rows: z.number().int(),
  columns: z.number().int(),
  /** For each row the columns that are masked, of a grid over the whole picture. */
  cells: z.array(z.array(z.number().int())),
});

const ManifestClip = z.strictObject({
  guid: z.string(),
  /** The device that recorded it. */
  sentry: z.strictObject({
    guid: z.string(),
    name: z.string(),
    model: z.string().nullable(),
    serialNumber: z.string().nullable(),
    softwareVersion: z.string().nullable(),
  }),
  startedAt: z.string(),
  endedAt: z.string(),
  codec: z.string(),
  /** Of the video, and of each MiB of it. */
  sha256: z.string(),
  chunkSha256: z.array(z.string()),
  /** As the device says: whether it painted a mask before it encoded. */
  isMasked: z.boolean(),
  /** How far the clock of the sentry was ahead of the server's. */
  clockOffsetMs: z.number(),
  uploadedAt: z.string().nullable(),
  /** The masks that were set while it was recorded, oldest first. */
  masks: z.array(ManifestMask),
});

export const EvidenceManifest = z.strictObject({
  format: z.literal('picket-evidence-1'),
  /** The entry of the audit log names it, with the digest of this manifest. */
  export: z.string(),
  exportedAt: z.string(),
  exportedBy: z.string(),
  tenant: z.strictObject({ guid: z.string(), name: z.string() }),
  alert: z.strictObject({
    guid: z.string(),
    kind: z.string(),
    severity: z.number(),
    message: z.string(),
    location: z.strictObject({ guid: z.string(), name: z.string(), timezone: z.string() }),
    startedAt: z.string(),
    raisedAt: z.string(),
    endedAt: z.string().nullable(),
  }),
  clips: z.array(ManifestClip),
  /** The end of the organization's audit log before this export; the entry of the export follows. */
  audit: z.strictObject({ ordinal: z.number().int(), hash: z.string() }),
  files: z.array(File),
});
export type EvidenceManifest = z.output<typeof EvidenceManifest>;

export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'manifest.sig';

export const formatManifest = (manifest: EvidenceManifest): Buffer =>
  Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);

/** null: not in the form that Picket writes. */
export function parseManifest(bytes: Buffer): EvidenceManifest | null {
  try {
    const manifest = EvidenceManifest.parse(JSON.parse(bytes.toString('utf8')));
    return formatManifest(manifest).equals(bytes) ? manifest : null;
  } catch {
    return null;
  }
}
