/** The program that makes a check of recovery, as a process of its own: it has its own memory, and a low priority. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { RECOVERY_CHECK_RESULTS } from '@picket/domain/recovery-check-results';
import { z } from 'zod';
import { parseJson } from '../parse-json.ts';

const PROGRAM = join(import.meta.dirname, '../../../../cli/src/check-recovery.ts');
/** One that takes longer is asked to end. */
const ENDS_WITHIN_MS = 12 * 3_600_000;
const MAX_HEAP_MB = 256;
/** Of what the program reports where it failed. */
const MAX_WHY = 1000;
/** With this code it ends where somebody asked it to. */
export const INTERRUPTED = 75;
/** By which it is asked, also before it can say so. */
const ENDED_BY: readonly string[] = [String(INTERRUPTED), 'SIGTERM', 'SIGINT', 'SIGHUP'];

const RecoveryOutcome = z.object({
  result: z.enum(RECOVERY_CHECK_RESULTS),
  /** Milliseconds since 1970: the last change that was restored. */
  reachedAt: z.number().nullable(),
  why: z.string().nullable(),
});
export type RecoveryOutcome = z.output<typeof RecoveryOutcome>;

/** Beside the base backups, so that it is on the disk that has room for them. */
export const recoveryCheckFolder = (backups: string): string => join(backups, 'recovery-check');

/** Whether a check runs, or one that was interrupted left its folder. */
export const hasCheckFolder = (backups: string): boolean => existsSync(recoveryCheckFolder(backups));

/**
 * Runs the program on a data folder and the folder of its backups, both absolute. Without a result of its own, what it reported is why it
 * failed. Null where it was interrupted, as by a Ctrl-C or a stop of the service, which reach it as well: that says nothing of the archive.
 */
export async function runRecoveryCheck(dataDir: string, backups: string): Promise<RecoveryOutcome | null> {
  const { code, isTooLong, output, errors } = await runProgram([dataDir, backups]);
  const outcome = RecoveryOutcome.safeParse(parseJson(output));
  if (outcome.success) return { ...outcome.data, why: outcome.data.why?.slice(0, MAX_WHY) ?? null };
  if (ENDED_BY.includes(code) && !isTooLong) return null;
  return { result: 'FAILED', reachedAt: null, why: (errors.trim() || `the program ended: ${code}`).slice(-MAX_WHY) };
}

/** Ends the Postgres of an interrupted check and removes its folder. */
export async function removeCheckFolder(dataDir: string, backups: string): Promise<void> {
  await runProgram([dataDir, backups, 'remove']);
}

async function runProgram(args: readonly string[]) {
  const options = ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${MAX_HEAP_MB}`];
  const child = spawn(process.execPath, [...options, PROGRAM, ...args], {
    // It ends when the channel to this process does.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    timeout: ENDS_WITHIN_MS,
  });
  const ended = once(child, 'close');
  const [output, errors] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
  ]);
  const [code, signal] = await ended;
  // It was sent a signal from here.
  return { code: String(signal ?? code), isTooLong: child.killed, output, errors };
}
