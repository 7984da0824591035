/** Postgres as a power cut leaves it: the postmaster and all its processes gone at once, nothing written in parting. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Kills the embedded Postgres of `folder` with -9 and waits until every process of it is gone. */
export async function killPostgres(folder: string): Promise<void> {
  const [line = ''] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const postmaster = Number(line);
  const all = [postmaster, ...childrenOf(postmaster)];
  for (const pid of all)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It was gone already.
    }
  // Another start takes a postmaster that nobody has waited for yet, a zombie, for one that runs.
  const isLeft = (pid: number): boolean => (pid === postmaster ? existsSync(`/proc/${pid}`) : isAlive(pid));
  while (all.some(isLeft)) await new Promise((resolve) => setTimeout(resolve, 5));
}

const statusOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
};

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
    .filter((pid) => new RegExp(`^PPid:\\s+${parent}$`, 'mu').test(statusOf(pid)));

/** A zombie has let go of everything, shared memory included. */
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`) && !/^State:\s+Z/mu.test(statusOf(pid));
