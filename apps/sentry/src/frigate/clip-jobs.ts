/** The clips that the server asked for and that were not fetched yet, on disk: a restart continues with them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_CLIP_SECONDS, MAX_CLIPS_PER_ALERT } from '@picket/contracts/clips';
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
  /** Up to where it is fetched; absent: nothing is. */
  cutUntil: z.number().optional(),
  clips: z.number().default(0),
  /** How long the next clip may be, where one of five minutes was too large. */
  maxMs: z.number().optional(),
});
export type ClipJob = z.output<typeof ClipJob>;

const CLIP_MS = MAX_CLIP_SECONDS * 1000;
/** What is left of an alert is no clip if it is shorter. */
const MIN_REST_MS = 1000;

export interface JobPiece {
  readonly from: number;
  readonly until: number;
}

/** What is fetched next: an alert of more than five minutes has further clips. */
export function nextPieceOf({ from, until, cutUntil = from, maxMs = CLIP_MS }: ClipJob): JobPiece {
  return { from: cutUntil, until: Math.min(until ?? Number.POSITIVE_INFINITY, cutUntil + maxMs) };
}

/** Whether an alert has all its clips. */
export function isFetched({ until, cutUntil, clips }: ClipJob): boolean {
  if (clips >= MAX_CLIPS_PER_ALERT) return true;
  return until !== null && cutUntil !== undefined && until - cutUntil < MIN_REST_MS;
}

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
