/** How often the server wants reports, kept on disk: a sentry that starts without the server reports as often as before. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileDurably } from '@picket/files';
import { z } from 'zod';
import type { DeviceClient } from './device-client.ts';
import { parseJson } from './json-text.ts';

const Kept = z.object({ reportIntervalSeconds: z.number().positive() });

const FILE = 'report-interval.json';
/** Of a sentry that the server has never given one. */
const DEFAULT_SECONDS = 60;
/** What is measured does not wait longer for the server. */
const ATTEMPT_MS = 5000;

function keptInterval(folder: string): number | null {
  const path = join(folder, FILE);
  if (!existsSync(path)) return null;
  return Kept.safeParse(parseJson(readFileSync(path, 'utf8'))).data?.reportIntervalSeconds ?? null;
}

/** Keeps the interval for the next start. A disk that is full keeps the one before. */
export function keepInterval(folder: string, reportIntervalSeconds: number): void {
  try {
    if (keptInterval(folder) === reportIntervalSeconds) return;
    writeFileDurably(join(folder, FILE), JSON.stringify({ reportIntervalSeconds }), 0o600);
  } catch {
    // It is kept at a later attempt.
  }
}

/**
 * In seconds. Asks the server once, for a short time: one that is away, does not answer, or does not know the token, which may be its
 * own mistake, keeps nothing from being measured.
 */
export async function fetchInterval(client: DeviceClient, folder: string, signal: AbortSignal): Promise<number> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]);
    const { reportIntervalSeconds } = await client.config(limit);
    keepInterval(folder, reportIntervalSeconds);
    return reportIntervalSeconds;
  } catch {
    return keptInterval(folder) ?? DEFAULT_SECONDS;
  }
}
