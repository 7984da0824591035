/**
 * Memory of processes out of /proc (Linux only): what is theirs, and their part of what they share with each other. Pages of program
 * files count once for all of them, also where others run the same
 * program: the figures are those of a machine of their own.
 */
import { readdirSync, readFileSync } from 'node:fs';

const KB_PER_MB = 1024;

interface MemoryOfProcess {
  /** Megabytes that no file backs, in proportion to the processes that share them. */
  readonly own: number;
  /** Megabytes of each mapped part of a file. */
  readonly files: ReadonlyMap<string, number>;
}

const fieldOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'mu').exec(text)?.[1] ?? 0) / KB_PER_MB;

function readMemory(pid: number): MemoryOfProcess {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const files = new Map<string, number>();
  const mappings = readFileSync(`/proc/${pid}/smaps`, 'utf8').split(/^(?=[0-9a-f]+-[0-9a-f]+ )/mu);
  for (const mapping of mappings) {
    const [, offset, path] = /^\S+ \S+ (\S+) \S+ \S+ +(\/.*)$/mu.exec(mapping) ?? [];
    // Shared memory has a name as well, and is no file.
    if (offset === undefined || path === undefined || path.endsWith(' (deleted)')) continue;
    files.set(`${path} ${offset}`, fieldOf(mapping, 'Rss') - fieldOf(mapping, 'Anonymous'));
  }
  return { own: fieldOf(rollup, 'Pss_Anon') + fieldOf(rollup, 'Pss_Shmem'), files };
}

/** What `read` finds in /proc; nothing where the process has ended meanwhile. */
function unlessEnded<Found>(read: () => readonly Found[]): readonly Found[] {
  try {
    return read();
  } catch {
    return [];
  }
}

/** Megabytes of each of these processes that still runs; their sum is what they use together. */
export function memoryOf(pids: readonly number[]): Map<number, number> {
  const memories = new Map(pids.flatMap((pid) => unlessEnded(() => [[pid, readMemory(pid)] as const])));
  const largest = new Map<string, { size: number; sharers: number }>();
  for (const { files } of memories.values())
    for (const [part, size] of files) {
      const known = largest.get(part) ?? { size: 0, sharers: 0 };
      largest.set(part, { size: Math.max(known.size, size), sharers: known.sharers + 1 });
    }
  const partOf = (part: string): number => {
    const { size = 0, sharers = 1 } = largest.get(part) ?? {};
    return size / sharers;
  };
  return new Map(
    [...memories].map(([pid, { own, files }]) => [
      pid,
      [...files.keys()].reduce((sum, part) => sum + partOf(part), own),
    ]),
  );
}

const childrenOf = (pid: number): readonly number[] =>
  unlessEnded(() => readdirSync(`/proc/${pid}/task`))
    .flatMap((task) => unlessEnded(() => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ')))
    .filter((child) => child !== '')
    .map(Number);

/** A process, and all that it and its children have started. */
export const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)];

/** The command line of a process, its arguments separated by spaces; null: it has ended. */
export const commandOf = (pid: number): string | null =>
  unlessEnded(() => [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()])[0] ?? null;
