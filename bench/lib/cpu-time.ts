/** Processor time of processes and all they have started, out of /proc; null where there is none. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

interface Usage {
  readonly pid: number;
  readonly parent: number;
  readonly seconds: number;
}

function readUsages(): Usage[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((name) => {
      try {
        // The name of a process may hold anything; what follows it does not.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /su, '')
          .split(' ');
        const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
        return [{ pid: Number(name), parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

/** Seconds used so far by these processes and their descendants, those that ended included. */
export function cpuSeconds(...roots: readonly number[]): number | null {
  if (!existsSync('/proc/self/stat')) return null;
  const all = readUsages();
  const counted = new Set(roots);
  for (let grown = true; grown; ) {
    const before = counted.size;
    for (const { pid, parent } of all) if (counted.has(parent)) counted.add(pid);
    grown = counted.size > before;
  }
  return all.reduce((sum, { pid, seconds }) => sum + (counted.has(pid) ? seconds : 0), 0);
}
