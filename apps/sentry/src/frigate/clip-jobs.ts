/** The clips that the server asked for and that were not fetched yet, on disk: a restart continues with them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, writeFileDurably } from '@picket/files';
import { z } from 'zod';
import { parseJson } from '../json-text.ts';

const ClipJob = z.object({
  /** The guid of its alert. */
  recording: z.string(),
  alerts: z.array(z.string()),
  device: z.object({ integration: z.string(), identity: z.string() }),
  from: z.number(),
  /** null: the alert is open. */
  until: z.number().nullable(),
  failures: z.number(),
  /** Not before. */
  dueAt: z.number(),
});
export type ClipJob = z.output<typeof ClipJob>;

const State = z.object({ jobs: z.array(ClipJob), finished: z.array(z.string()) });

const FILE = 'clip-jobs.json';
const MAX_JOBS = 1000;
const MAX_FINISHED = 200;

export class ClipJobs {
  readonly #file: string;
  readonly #maxJobs: number;
  #jobs: readonly ClipJob[];
  /** Recordings that are done, newest last: their end may be reported again. */
  #finished: readonly string[];

  constructor(folder: string, maxJobs = MAX_JOBS) {
    this.#maxJobs = maxJobs;
    createFolder(folder, 0o700);
    this.#file = join(folder, FILE);
    const kept = existsSync(this.#file) ? State.safeParse(parseJson(readFileSync(this.#file, 'utf8'))).data : undefined;
    this.#jobs = kept?.jobs ?? [];
    this.#finished = kept?.finished ?? [];
  }

  /** Keeps a job, or what has changed of it. Of too many, the oldest are returned, which are dropped. */
  put(job: ClipJob): readonly ClipJob[] {
    if (this.#finished.includes(job.recording)) return [];
    const jobs = [...this.#jobs.filter(({ recording }) => recording !== job.recording), job];
    this.#jobs = jobs.slice(-this.#maxJobs);
    this.#save();
    return jobs.slice(0, -this.#maxJobs);
  }

  find(recording: string): ClipJob | undefined {
    return this.#jobs.find((job) => job.recording === recording);
  }

  /** The job that is due the longest; null: none is. */
  due(now: number): ClipJob | null {
    const [first] = this.#jobs.filter(({ dueAt }) => dueAt <= now).toSorted((one, other) => one.dueAt - other.dueAt);
    return first ?? null;
  }

  finish({ recording }: ClipJob): void {
    this.#jobs = this.#jobs.filter((job) => job.recording !== recording);
    this.#finished = [...this.#finished, recording].slice(-MAX_FINISHED);
    this.#save();
  }

  #save(): void {
    writeFileDurably(this.#file, JSON.stringify({ jobs: this.#jobs, finished: this.#finished }), 0o600);
  }
}
