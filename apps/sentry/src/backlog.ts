/**
 * Reports on disk until the server has them: written before the first attempt, removed after the answer, sent in order.
 * A report is one file, synced and renamed into place, so a power cut leaves whole reports only and loses none.
 */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
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

export interface BacklogReport<Item = SensorReading> {
  /** Files it was put together from. */
  readonly files: readonly string[];
  readonly readings: readonly Item[];
  readonly moreToFollow: boolean;
}

export class Backlog<Item = SensorReading> {
  readonly #folder: string;
  readonly #limits: BacklogLimits;
  #files: string[];
  /** Of each file, in bytes. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;
  #next: number;
  /** Readings the server rejected as future. */
  readonly postponed: Postponed<Item>;
  #droppedReports = 0;

  constructor(folder: string, limits: BacklogLimits = READING_LIMITS) {
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

  /** Keeps a report. `more`: the source announces that more past readings follow. */
  add(readings: readonly Item[], more: boolean): void {
    const name = `${String(this.#next).padStart(12, '0')}.json`;
    const text = JSON.stringify({ more, readings });
    this.#next += 1;
    writeFileDurably(join(this.#folder, name), text, 0o600);
    this.#files.push(name);
    this.#noteSize(name, Buffer.byteLength(text));
    while (this.#files.length > this.#limits.reports || (this.#bytes > this.#limits.bytes && this.#files.length > 1)) {
      this.#delete(this.#files.shift() ?? '');
      this.#droppedReports += 1;
    }
  }

  /** The oldest reports, put together as far as one request may carry; null when there is nothing to send. */
  oldest(): BacklogReport<Item> | null {
    const files: string[] = [];
    const readings: Item[] = [];
    let bytes = 0;
    let more = false;
    for (const name of this.#files) {
      bytes += this.#sizes.get(name) ?? 0;
      if (files.length > 0 && bytes > this.#limits.bytesAtOnce) break;
      const kept: { more: boolean; readings: Item[] } = JSON.parse(readFileSync(join(this.#folder, name), 'utf8'));
      if (files.length > 0 && readings.length + kept.readings.length > this.#limits.readingsAtOnce) break;
      files.push(name);
      readings.push(...kept.readings);
      more = kept.more;
    }
    if (files.length === 0) return null;
    return { files, readings, moreToFollow: more || files.length < this.#files.length };
  }

  /** Deletes reports that the server has acknowledged. */
  remove(report: Pick<BacklogReport, 'files'>): void {
    for (const name of report.files) this.#delete(name);
    this.#files = this.#files.filter((name) => !report.files.includes(name));
  }

  #noteSize(name: string, size: number): void {
    this.#sizes.set(name, size);
    this.#bytes += size;
  }

  #delete(name: string): void {
    rmSync(join(this.#folder, name), { force: true });
    this.#bytes -= this.#sizes.get(name) ?? 0;
    this.#sizes.delete(name);
  }
}
