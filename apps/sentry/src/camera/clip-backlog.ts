/**
 * Clips on disk until the server has them: a folder each, with the video, its pictures, and what is announced of it, which is written last,
 * so that a folder without it is one of a power cut. When they are too many, the oldest go first that are not on hold. An announcement that
 * cannot be read, as one of a later version, is passed over: it stays while there is room.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type CLIP_PARTS, ClipCreate } from '@picket/contracts/clips';
import { createFolder, writeFileDurably } from '@picket/files';
import type { z } from 'zod';
import { parseJson } from '../json-text.ts';
import type { Period } from './video-ring.ts';

export type ClipPart = (typeof CLIP_PARTS)[number];
export type ClipAnnouncement = z.input<typeof ClipCreate>;

export interface BacklogClip {
  readonly name: string;
  readonly announcement: ClipAnnouncement;
}

/** What is announced of a picture. */
export const digestOf = (picture: Uint8Array): { bytes: number; sha256: string } => ({
  bytes: picture.length,
  sha256: createHash('sha256').update(picture).digest('hex'),
});

const MAX_BYTES = 2_000_000_000;
const FILES: Readonly<Record<ClipPart, string>> = { video: 'video.mp4', still: 'still.jpg', strip: 'strip.jpg' };
const ANNOUNCEMENT = 'clip.json';

export class ClipBacklog {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #isOnHold: (period: Period) => boolean;
  #next: number;
  dropped = 0;

  constructor(folder: string, isOnHold: (period: Period) => boolean = () => false, maxBytes = MAX_BYTES) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#isOnHold = isOnHold;
    createFolder(folder, 0o700);
    for (const name of readdirSync(folder))
      if (!existsSync(join(folder, name, ANNOUNCEMENT))) rmSync(join(folder, name), { recursive: true, force: true });
    this.#next = Number.parseInt(this.#names().at(-1) ?? '0', 10) + 1;
  }

  /** Of clips, also of those that cannot be read. */
  get size(): number {
    return this.#names().length;
  }

  /** A new folder for the files of a clip; it counts once it is announced. */
  newFolder(): string {
    const name = String(this.#next).padStart(9, '0');
    this.#next += 1;
    mkdirSync(join(this.#folder, name), { mode: 0o700 });
    return name;
  }

  discard(name: string): void {
    rmSync(join(this.#folder, name), { recursive: true, force: true });
  }

  pathOf(name: string, part: ClipPart): string {
    return join(this.#folder, name, FILES[part]);
  }

  /** Keeps the clip whose files are in that folder, or what has changed of it. */
  announce(name: string, announcement: ClipAnnouncement): void {
    writeFileDurably(join(this.#folder, name, ANNOUNCEMENT), JSON.stringify(announcement), 0o600);
    this.#makeRoom(name);
  }

  /** Oldest first. */
  clips(): readonly BacklogClip[] {
    return this.#names().flatMap((name) => this.#read(name));
  }

  /** The next clip to upload; null: there is none. */
  oldest(): BacklogClip | null {
    for (const name of this.#names()) {
      const [clip] = this.#read(name);
      if (clip !== undefined) return clip;
    }
    return null;
  }

  remove({ name }: Pick<BacklogClip, 'name'>): void {
    // A folder that is removed in the middle of a power cut is none.
    const path = join(this.#folder, name);
    if (!existsSync(path)) return;
    renameSync(join(path, ANNOUNCEMENT), join(path, `${ANNOUNCEMENT}.old`));
    this.discard(name);
  }

  /** Folders with an announcement. */
  #names(): string[] {
    return readdirSync(this.#folder)
      .filter((name) => existsSync(join(this.#folder, name, ANNOUNCEMENT)))
      .sort();
  }

  #read(name: string): BacklogClip[] {
    const parsed = ClipCreate.safeParse(parseJson(readFileSync(join(this.#folder, name, ANNOUNCEMENT), 'utf8')));
    return parsed.success ? [{ name, announcement: parsed.data }] : [];
  }

  #bytesOf(name: string): number {
    const path = join(this.#folder, name);
    return readdirSync(path).reduce((sum, file) => sum + statSync(join(path, file)).size, 0);
  }

  /** Never removes the newest. */
  #makeRoom(newest: string): void {
    const sizes = new Map(this.#names().map((name) => [name, this.#bytesOf(name)]));
    let bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    const readable = this.clips();
    const unreadable = [...sizes.keys()].filter(
      (name) => name !== newest && readable.every((clip) => clip.name !== name),
    );
    const clips = readable.filter(({ name }) => name !== newest);
    const isKept = ({ announcement: { startedAt, endedAt } }: BacklogClip): boolean =>
      this.#isOnHold({ from: Date.parse(startedAt), until: Date.parse(endedAt) });
    const byWorth = [...clips.filter((one) => !isKept(one)), ...clips.filter(isKept)].map(({ name }) => name);
    for (const name of [...unreadable, ...byWorth]) {
      if (bytes <= this.#maxBytes) return;
      bytes -= sizes.get(name) ?? 0;
      this.remove({ name });
      this.dropped += 1;
    }
  }
}
