/** The process that serves from a data folder. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedPostgres } from '../postgres/embedded-postgres.ts';

/** `npm start` and `npm run dev`. */
const PROGRAMS = /\b(?:serve|dev)\.(?:ts|mjs)\b/u;

export const lockFile = (dataDir: string): string => join(dataDir, 'picket.pid');

/** The process that serves from this folder already, or null. */
export function findServingProcess(dataDir: string): number | null {
  const lock = lockFile(dataDir);
  if (!existsSync(lock)) return null;
  const pid = Number(readFileSync(lock, 'utf8'));
  return pid !== process.pid && isPicket(pid) ? pid : null;
}

/** Stops a Postgres that a command started. One that ran before, or that a server works with by now, runs on. */
export function stopUnlessServing({ adopted, folder, stop }: EmbeddedPostgres): void {
  if (!adopted && findServingProcess(folder) === null) stop();
}

function isPicket(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const command = `/proc/${pid}/cmdline`;
  return existsSync(command) ? PROGRAMS.test(readFileSync(command, 'utf8')) : !existsSync('/proc/self');
}
