/**
 * Reports on disk until the server has them: written before the first attempt, removed after the answer, sent in order.
 * A report is one file, synced and renamed into place, so a power cut leaves whole reports only and loses none. One that the disk has damaged is
 * set aside: it holds up nothing after it.
 */
import { readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, writeFileDurably } from '@picket/files';
import { Postponed } from './postponed.ts';
import type { SensorReading } from './source.ts';

export interface BacklogLimits {
  /** Above one of these two the oldest are dropped. */
  readonly reports: number;
  readonly bytes: number;
  /** In one request; the server refuses more. */
  readonly readingsAtOnce: number;
  /** A request must stay below the server's 4 MiB. */
  readonly bytesAtOnce: number;
}

/** About two weeks of minute reports. */
const READING_LIMITS: BacklogLimits = {
  reports: 20_000,
  bytes: Number.POSITIVE_INFINITY,
  readingsAtOnce: 4000,
  bytesAtOnce: 3_000_000,
};

/** What the disk refuses is kept in memory, up to either. */
const MEMORY_REPORTS = 1000;
const MEMORY_BYTES = 16_000_000;

/** Of a file, beside its items. */
const FRAME_BYTES = 64;

export interface BacklogReport<Item = SensorReading> {
  /** Files it was put together from. */
  readonly files: readonly string[];
  /** Where it is a part of a file that is too large for one request: up to where the file is sent then. */
  readonly part: FilePart | null;
  readonly readings: readonly Item[];
  readonly moreToFollow: boolean;
}

interface FilePart {
  readonly file: string;
  readonly items: number;
}

export class Backlog<Item = SensorReading> {
  readonly #folder: string;
  readonly #limits: BacklogLimits;
  #files: string[];
  /** Of each file, in bytes. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;
  #next: number;
  /** The texts of the newest files while the disk does not take them. */
  readonly #unwritten = new Map<string, string>();
  readonly #writeFile: typeof writeFileDurably;
  /** What the server has of a file, after a part of it was sent. */
  #sentPart: FilePart | null = null;
  /** Readings the server rejected as future. */
  readonly postponed: Postponed<Item>;
  #droppedReports = 0;
  /** Files that could not be read, since the start. */
  damaged = 0;

  /** `writeFile`: tests refuse. */
  constructor(folder: string, limits: BacklogLimits = READING_LIMITS, writeFile = writeFileDurably) {
    this.#writeFile = writeFile;
    this.#folder = folder;
    this.#limits = limits;
    createFolder(folder);
    this.postponed = new Postponed(folder);
    this.#files = readdirSync(folder)
      .filter((name) => /^\d{12}\.json$/u.test(name))
      .sort();
    for (const name of this.#files) this.#noteSize(name, statSync(join(folder, name)).size);
    this.#next = Number.parseInt(this.#files.at(-1) ?? '0', 10) + 1;
  }

  get size(): number {
    return this.#files.length;
  }

  /** Reports and single readings that found no room on the disk, since the start. */
  get dropped(): { readonly reports: number; readonly readings: number } {
    return { reports: this.#droppedReports, readings: this.postponed.dropped };
  }

  /** Keeps a report, in as many files as it takes requests. `more`: the source announces that more past readings follow. */
  add(readings: readonly Item[], more: boolean): void {
    for (const one of splitForRequests(readings, this.#limits)) this.#write(JSON.stringify({ more, readings: one }));
    this.writeAgain();
    while (this.#isMemoryFull() && this.#files.length > 1) {
      this.#dropOldest();
      this.writeAgain();
    }
    while (this.#files.length > this.#limits.reports || (this.#bytes > this.#limits.bytes && this.#files.length > 1)) {
      this.#dropOldest();
    }
  }

  /** Writes what the disk has refused, oldest first. Returns the error where it still refuses. */
  writeAgain(): unknown {
    for (const [name, text] of this.#unwritten) {
      try {
        this.#writeFile(join(this.#folder, name), text, 0o600);
      } catch (error) {
        return error;
      }
      this.#unwritten.delete(name);
    }
    return null;
  }

  /**
   * The oldest reports, put together as far as one request may carry, and `most` items at most; null when there is nothing to send.
   * Of a file that is too large, as one of an earlier version may be, it has a part.
   */
  oldest(most = Number.POSITIVE_INFINITY): BacklogReport<Item> | null {
    const limits = { ...this.#limits, readingsAtOnce: Math.min(most, this.#limits.readingsAtOnce) };
    const files: string[] = [];
    const readings: Item[] = [];
    let bytes = 0;
    let more = false;
    for (const file of this.#files) {
      const size = this.#sizes.get(file) ?? 0;
      bytes += size;
      if (files.length > 0 && bytes > limits.bytesAtOnce) break;
      const kept = this.#read(file);
      if (kept === null) {
        this.#setAside(file);
        continue;
      }
      if (files.length > 0 && readings.length + kept.left.length > limits.readingsAtOnce) break;
      const isTooLarge = size > limits.bytesAtOnce || kept.left.length > limits.readingsAtOnce;
      const [part = []] = isTooLarge ? splitForRequests(kept.left, limits) : [kept.left];
      if (part.length < kept.left.length)
        return { files, part: { file, items: kept.sent + part.length }, readings: part, moreToFollow: true };
      files.push(file);
      readings.push(...part);
      more = kept.more;
    }
    if (files.length === 0) return null;
    return { files, part: null, readings, moreToFollow: more || files.length < this.#files.length };
  }

  /** Deletes reports that the server has acknowledged. */
  remove({ files, part }: Pick<BacklogReport, 'files' | 'part'>): void {
    for (const name of files) this.#delete(name);
    this.#files = this.#files.filter((name) => !files.includes(name));
    this.#sentPart = part;
  }

  #write(text: string): void {
    const name = `${String(this.#next).padStart(12, '0')}.json`;
    this.#next += 1;
    this.#unwritten.set(name, text);
    this.#files.push(name);
    this.#noteSize(name, Buffer.byteLength(text));
  }

  /** What the server lacks of a file; null: it is damaged. */
  #read(file: string): { readonly more: boolean; readonly left: readonly Item[]; readonly sent: number } | null {
    const text = this.#unwritten.get(file) ?? readFileSync(join(this.#folder, file), 'utf8');
    const report = parseReport<Item>(text);
    if (report === null) return null;
    const sent = this.#sentPart?.file === file ? this.#sentPart.items : 0;
    return { more: report.more, left: report.readings.slice(sent), sent };
  }

  /** It stays on the disk, under another name. */
  #setAside(file: string): void {
    this.#files = this.#files.filter((one) => one !== file);
    this.#bytes -= this.#sizes.get(file) ?? 0;
    this.#sizes.delete(file);
    this.damaged += 1;
    renameSync(join(this.#folder, file), join(this.#folder, `${file}.damaged`));
  }

  #isMemoryFull(): boolean {
    if (this.#unwritten.size === 0) return false;
    const bytes = this.#unwritten.keys().reduce((sum, name) => sum + (this.#sizes.get(name) ?? 0), 0);
    return this.#unwritten.size > MEMORY_REPORTS || bytes > MEMORY_BYTES;
  }

  #dropOldest(): void {
    this.#delete(this.#files.shift() ?? '');
    this.#droppedReports += 1;
  }

  #noteSize(name: string, size: number): void {
    this.#sizes.set(name, size);
    this.#bytes += size;
  }

  #delete(name: string): void {
    if (!this.#unwritten.delete(name)) rmSync(join(this.#folder, name), { force: true });
    this.#bytes -= this.#sizes.get(name) ?? 0;
    this.#sizes.delete(name);
  }
}

interface ReportFile<Item> {
  readonly more: boolean;
  readonly readings: readonly Item[];
}

/** null: it is none. */
function parseReport<Item>(text: string): ReportFile<Item> | null {
  try {
    const report: ReportFile<Item> | null = JSON.parse(text);
    return Array.isArray(report?.readings) ? report : null;
  } catch {
    return null;
  }
}

/** Runs of these items, each of which one request may carry; one at least, and an item that is too large stands alone. */
function splitForRequests<Item>(
  items: readonly Item[],
  { readingsAtOnce, bytesAtOnce }: BacklogLimits,
): readonly (readonly Item[])[] {
  let run: Item[] = [];
  const runs = [run];
  let bytes = FRAME_BYTES;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (run.length > 0 && (run.length >= readingsAtOnce || bytes + size > bytesAtOnce)) {
      run = [];
      runs.push(run);
      bytes = FRAME_BYTES;
    }
    run.push(item);
    bytes += size;
  }
  return runs;
}
