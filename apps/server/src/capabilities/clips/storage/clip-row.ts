/** A clip as its row has it. */
import type { CLIP_DELETION_REASONS, CLIP_PARTS, CLIP_STATES } from '@picket/contracts/clips';

export type ClipPart = (typeof CLIP_PARTS)[number];
export type ClipState = (typeof CLIP_STATES)[number];
export type DeletionReason = (typeof CLIP_DELETION_REASONS)[number];

export interface ClipRow {
  tenant: string;
  guid: string;
  location: string;
  sentry: string;
  startedAt: Date;
  endedAt: Date;
  state: ClipState;
  codec: string;
  width: number | null;
  height: number | null;
  sha256: Buffer;
  chunkHashes: Buffer;
  bytes: number;
  /** Encrypted; null: deleted. */
  key: Buffer | null;
  linkEpoch: number;
  masked: boolean;
  /** One picture each ten seconds. */
  timeLapse: boolean;
  /** How far the clock of the sentry was ahead. */
  clockOffsetMs: number;
  createdAt: Date;
  readyAt: Date | null;
  deletedAt: Date | null;
  deletedReason: DeletionReason | null;
  deletedByName: string | null;
  /** Of the video, how much is stored. */
  uploadedBytes: number;
}

export interface PartRow {
  part: ClipPart;
  bytes: number;
  sha256: Buffer;
  offset: number;
  isComplete: boolean;
}
