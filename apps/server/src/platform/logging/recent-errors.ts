/**
 * The last errors of the log, in two small files in the data folder: what a support bundle has of the past where nobody kept the log.
 * Losing a line is no harm, so nothing waits for the disk, and a disk that refuses is not reported again.
 */
import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type DestinationStream, destination } from 'pino';

const MAX_BYTES = 256 * 1024;
/** Lines written in a second at the most; more say the same. */
const MAX_PER_SECOND = 20;
/** Level 50 and 60, as pino begins a line. */
const ERROR_LINE = /^\{"level":[56]0,/u;

const filesIn = (folder: string): readonly [current: string, earlier: string] => [
  join(folder, 'errors.jsonl'),
  join(folder, 'errors-earlier.jsonl'),
];

/** A destination of the log that also keeps its errors. `to`: where all lines go; without it the standard output. */
export function keepErrors(folder: string, to: DestinationStream = destination(1)): DestinationStream {
  const [current, earlier] = filesIn(folder);
  let second = 0;
  let inSecond = 0;
  const keep = (line: string): void => {
    const now = Math.floor(performance.now() / 1000);
    inSecond = now === second ? inSecond + 1 : 1;
    second = now;
    if (inSecond > MAX_PER_SECOND) return;
    try {
      if (existsSync(current) && statSync(current).size > MAX_BYTES) renameSync(current, earlier);
      appendFileSync(current, line, { mode: 0o600 });
    } catch {
      // The line is in the log.
    }
  };
  return {
    write: (line) => {
      to.write(line);
      if (ERROR_LINE.test(line)) keep(line);
    },
  };
}

/** The newest `count` lines that were kept, oldest first. */
export function readKeptErrors(folder: string, count: number): readonly string[] {
  const [current, earlier] = filesIn(folder);
  const lines = [earlier, current].flatMap((file) =>
    existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [],
  );
  return lines.slice(-count);
}
