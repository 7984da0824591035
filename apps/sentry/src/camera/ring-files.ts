/**
 * The files of the ring. A group is a line of JSON, which says where its pictures lie and when they were taken, and the pictures; it is
 * written under another name and renamed. Nothing is synced: writing every two seconds would wear out the card of a small computer.
 */
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@picket/files';
import { type InitSegment, parseInitSegment } from '@picket/media/init-segment';
import { MediaError } from '@picket/media/media-error';
import { z } from 'zod';
import { parseJson } from '../json-text.ts';
import type { CapturedFragment } from './encoder.ts';

/** One run of the encoder: its pictures have one init segment and one mask. */
export interface EncoderRun {
  /** When it began. */
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly init: InitSegment;
  readonly maskKey: string;
}

export interface PictureGroup {
  readonly run: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly bytes: number;
  readonly file: string;
}

const RunFile = z.object({ init: z.base64(), maskKey: z.string() });
const GroupHeader = z.object({
  endedAt: z.number(),
  /** Of each picture: when it was taken, bytes, media time, duration, whether it is a key frame. */
  pictures: z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.boolean()])),
});

const GROUP_NAME = /^(\d{13})-(\d{1,15})\.group$/u;
const RUN_NAME = /^\d{1,15}\.run$/u;
/** Longer than the header of any group. */
const MAX_HEADER_BYTES = 262_144;
const NEW_LINE = 0x0a;

export class RingFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    createFolder(folder, 0o700);
  }

  /** The groups that are whole, oldest first; what a crash left behind is removed. */
  groups(): PictureGroup[] {
    const groups: PictureGroup[] = [];
    const readable = new Map<string, boolean>();
    const isReadable = (run: string): boolean => {
      const known = readable.get(run) ?? this.readRun(run) !== null;
      readable.set(run, known);
      return known;
    };
    const names = readdirSync(this.#folder).sort();
    for (const file of names) {
      const [, startedAt, run] = GROUP_NAME.exec(file) ?? [];
      const header = startedAt === undefined ? null : this.#readHeader(file);
      const isWhole = header !== null && run !== undefined && isReadable(run);
      if (isWhole)
        groups.push({ run, startedAt: Number(startedAt), endedAt: header.endedAt, bytes: header.total, file });
      else if (!RUN_NAME.test(file)) rmSync(join(this.#folder, file), { force: true, recursive: true });
    }
    const used = new Set(groups.map(({ run }) => `${run}.run`));
    for (const file of names) if (RUN_NAME.test(file) && !used.has(file)) rmSync(join(this.#folder, file));
    return groups;
  }

  writeRun(run: EncoderRun): EncoderRun {
    const content = { init: Buffer.from(run.bytes).toString('base64'), maskKey: run.maskKey };
    this.#write(`${run.id}.run`, Buffer.from(JSON.stringify(content)));
    return run;
  }

  /** null: it is gone, or a power cut left it empty or in part. */
  readRun(id: string): EncoderRun | null {
    if (!existsSync(this.#runPath(id))) return null;
    const parsed = RunFile.safeParse(parseJson(readFileSync(this.#runPath(id), 'utf8')));
    if (!parsed.success) return null;
    const bytes = new Uint8Array(Buffer.from(parsed.data.init, 'base64'));
    try {
      return { id, bytes, init: parseInitSegment(bytes), maskKey: parsed.data.maskKey };
    } catch (error) {
      if (error instanceof MediaError) return null;
      throw error;
    }
  }

  removeRun(id: string): void {
    rmSync(this.#runPath(id), { force: true });
  }

  writeGroup(run: string, fragments: readonly CapturedFragment[], endedAt: number): PictureGroup {
    const startedAt = fragments[0]?.at ?? endedAt;
    const pictures = fragments.map(({ at, bytes, time, duration, isKeyFrame }) => [
      at,
      bytes.length,
      time,
      duration,
      isKeyFrame,
    ]);
    const header = Buffer.from(`${JSON.stringify({ endedAt, pictures })}\n`);
    const content = Buffer.concat([header, ...fragments.map(({ bytes }) => bytes)]);
    const file = `${String(startedAt).padStart(13, '0')}-${run}.group`;
    this.#write(file, content);
    return { run, startedAt, endedAt, bytes: content.length, file };
  }

  /** The pictures of a group; none where its file is gone or damaged. */
  readGroup({ file }: PictureGroup): readonly CapturedFragment[] {
    const path = join(this.#folder, file);
    if (!existsSync(path)) return [];
    const content = readFileSync(path);
    const header = this.#readHeader(file);
    if (header === null) return [];
    let offset = header.length;
    return header.pictures.map(([at, size, time, duration, isKeyFrame]) => {
      const bytes = new Uint8Array(content.subarray(offset, offset + size));
      offset += size;
      return { at, bytes, time, duration, isKeyFrame };
    });
  }

  removeGroup({ file }: PictureGroup): void {
    rmSync(join(this.#folder, file), { force: true });
  }

  #runPath(id: string): string {
    return join(this.#folder, `${id}.run`);
  }

  #write(name: string, content: Uint8Array): void {
    const path = join(this.#folder, name);
    writeFileSync(`${path}.new`, content, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }

  /** null: the file is not as long as its header says, or has none. */
  #readHeader(file: string): (z.output<typeof GroupHeader> & { length: number; total: number }) | null {
    const path = join(this.#folder, file);
    const start = Buffer.alloc(MAX_HEADER_BYTES);
    const handle = openSync(path, 'r');
    const read = readSync(handle, start, 0, MAX_HEADER_BYTES, 0);
    closeSync(handle);
    const end = start.subarray(0, read).indexOf(NEW_LINE);
    const parsed = GroupHeader.safeParse(end === -1 ? null : parseJson(start.toString('utf8', 0, end)));
    if (!parsed.success) return null;
    const length = end + 1;
    const total = parsed.data.pictures.reduce((sum, [, size]) => sum + size, length);
    return statSync(path).size === total ? { ...parsed.data, length, total } : null;
  }
}
