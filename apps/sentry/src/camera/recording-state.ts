/** What is being recorded, what is on hold and what is done, on disk: a restart continues with it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, writeFileDurably } from '@picket/files';
import { z } from 'zod';
import { parseJson } from '../json-text.ts';

const Recording = z.object({
  /** Absent: recorded by the sentry itself, for that policy. */
  recording: z.string().optional(),
  policy: z.string().optional(),
  alerts: z.array(z.string()),
  from: z.number(),
  /** null: the alert is open. */
  until: z.number().nullable(),
});

/** Recordings that overlap: they become the same clips. */
const RecordingGroup = z.object({
  recordings: z.array(Recording),
  /** Up to where clips are cut. */
  cutUntil: z.number(),
  clips: z.number(),
  /** Clips with one picture each ten seconds, which follow. */
  timeLapses: z.number().default(0),
});

const State = z.object({
  groups: z.array(RecordingGroup),
  /** Recordings that are done, newest last: their end may be reported again. */
  finished: z.array(z.string()),
  holds: z.array(z.object({ id: z.string(), from: z.number(), until: z.number(), at: z.number() })),
});

export type Recording = z.output<typeof Recording>;
export type RecordingGroup = z.output<typeof RecordingGroup>;
export type RecordingState = z.output<typeof State>;

const FILE = 'recordings.json';

export function readRecordingState(folder: string): RecordingState {
  createFolder(folder, 0o700);
  const path = join(folder, FILE);
  const parsed = State.safeParse(existsSync(path) ? parseJson(readFileSync(path, 'utf8')) : null);
  return parsed.success ? parsed.data : { groups: [], finished: [], holds: [] };
}

export function writeRecordingState(folder: string, state: RecordingState): void {
  writeFileDurably(join(folder, FILE), JSON.stringify(state), 0o600);
}
