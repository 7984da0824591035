/**
 * Reports on disk until the server has them: written before the first attempt, removed after the answer, sent in order.
 * A report is one file, synced and renamed into place, so a power cut leaves whole reports only and loses none.
 */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, writeFileDurably } from '@picket/files';
import { Postponed } from './postponed.ts';
import type { SensorReading } from './source.ts';

/** About two weeks of minute reports; above this limit the oldest are dropped. */
const MAX_REPORTS = 20_000;
const MAX_READINGS_AT_ONCE = 4000;
/** A report must stay below the server's 4 MiB. */
const MAX_BYTES_AT_ONCE = 3_000_000;

export interface BacklogReport {
  /** Files it was put together from. */
  readonly files: readonly string[];
  readonly readings: readonly SensorReading[];
  readonly moreToFollow: boolean;
}

export class Backlog {
  readonly #folder: string;
  #files: string[];
  #next: number;
  /** Readings the server rejected as future. */
  readonly postponed: Postponed;
  #droppedReports = 0;

  constructor(folder: string) {
    this.#folder = folder;
    createFolder(folder);
    this.postponed = new Postponed(folder);
    this.#files = readdirSync(folder)
      .filter((name) => /^\d{12}\.json$/u.test(name))
      .sort();
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
  add(readings: readonly SensorReading[], more: boolean): void {
    const name = `${String(this.#next).padStart(12, '0')}.json`;
    this.#next += 1;
    writeFileDurably(join(this.#folder, name), JSON.stringify({ more, readings }), 0o600);
    this.#files.push(name);
    while (this.#files.length > MAX_REPORTS) {
      rmSync(join(this.#folder, this.#files.shift() ?? ''), { force: true });
      this.#droppedReports += 1;
    }
  }

  /** The oldest reports, put together as far as one request may carry; null when there is nothing to send. */
  oldest(): BacklogReport | null {
    const files: string[] = [];
    const readings: SensorReading[] = [];
    let bytes = 0;
    let more = false;
    for (const name of this.#files) {
      const path = join(this.#folder, name);
      bytes += statSync(path).size;
      const kept: { more: boolean; readings: SensorReading[] } = JSON.parse(readFileSync(path, 'utf8'));
      const isFull = readings.length + kept.readings.length > MAX_READINGS_AT_ONCE || bytes > MAX_BYTES_AT_ONCE;
      if (files.length > 0 && isFull) break;
      files.push(name);
      readings.push(...kept.readings);
      more = kept.more;
    }
    if (files.length === 0) return null;
    return { files, readings, moreToFollow: more || files.length < this.#files.length };
  }

  /** Deletes reports that the server has acknowledged. */
  remove(report: BacklogReport): void {
    for (const name of report.files) rmSync(join(this.#folder, name), { force: true });
    this.#files = this.#files.filter((name) => !report.files.includes(name));
  }
}
