/** The reference sentry as a process of its own, with a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './server-process.ts';

export interface ReferenceSentry {
  readonly process: ChildProcess;
  /** Where it keeps its token and what it was given. */
  readonly folder: string;
  /** Kills it and removes its folder. */
  end(): void;
}

/** `args`: of its command line, beside the server and the folder. */
export function startReferenceSentry(base: string, ...args: readonly string[]): ReferenceSentry {
  const folder = mkdtempSync(join(tmpdir(), 'picket-sentry-'));
  const main = join(ROOT, 'apps/sentry/src/main.ts');
  const sentry = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', main, '--server', base, '--folder', folder, ...args],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  return {
    process: sentry,
    folder,
    end: () => {
      sentry.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
