/**
 * What of an archive has expired. It may have several timelines: those before and after a restore to an instant, and that of a restored copy
 * which another Picket runs beside this one. Recovery goes from a base backup along its own timeline, so that each is judged by its own base
 * backups.
 */
import type { Millis } from '@picket/domain/time';
import { isAhead } from '../clock/is-ahead.ts';
import { type ArchivedFile, type BaseManifest, type RecoverableSpan, segmentOf, timelineOf } from './archive-folder.ts';

/** WAL is archived every five minutes where a database is written. */
const WRITTEN_WITHIN: Millis = 3_600_000;

type ExpiringBase = Pick<BaseManifest, 'startSegment' | 'startedAt' | 'stoppedAt'> & {
  readonly name: string;
  readonly file: { readonly bytes: number };
};

interface ArchiveContents {
  /** Oldest first, as the rest. */
  readonly bases: readonly ExpiringBase[];
  readonly files: readonly ArchivedFile[];
  readonly spans: readonly RecoverableSpan[];
}

export interface ExpiryRules {
  /** On which the database writes; null: not known. */
  readonly present: string | null;
  readonly now: Millis;
  /** Each instant from here on can be restored. */
  readonly since: Millis;
  /** Of base backups and WAL. The newest base backup of each timeline that is written stays, also beyond it. */
  readonly maxBytes: number;
  /** How many base backups go in any case, but for those. */
  readonly atLeast: number;
}

interface ExpiredParts {
  readonly bases: readonly string[];
  readonly files: readonly string[];
}

const baseTimeline = ({ startSegment }: Pick<ExpiringBase, 'startSegment'>): string => timelineOf(startSegment);
const sum = (bytes: readonly number[]): number => bytes.reduce((total, one) => total + one, 0);

export const sizeOf = ({ bases, files }: Pick<ArchiveContents, 'bases' | 'files'>): number =>
  sum(bases.map(({ file }) => file.bytes)) + sum(files.map(({ bytes }) => bytes));

/** Names of the base backups and files of WAL that go. */
export function findExpired(contents: ArchiveContents, rules: ExpiryRules): ExpiredParts {
  const { bases, files } = contents;
  const written = writtenTimelines(files, rules);
  const protectedNames = newestNames(bases, written, rules.now);
  const isProtected = ({ name }: ExpiringBase): boolean => protectedNames.has(name);
  let kept = bases.filter((base) => isProtected(base) || isNeeded(base, contents, rules.since, written));
  const expired = () => expiredFiles(files, kept, written);
  const isTooLarge = (): boolean => {
    const gone = new Set(expired());
    return sizeOf({ bases: kept, files: files.filter(({ name }) => !gone.has(name)) }) > rules.maxBytes;
  };
  while (bases.length - kept.length < rules.atLeast || isTooLarge()) {
    const oldest = kept.find((base) => !isProtected(base));
    if (oldest === undefined) break;
    kept = kept.filter((base) => base !== oldest);
  }
  return { bases: bases.filter((base) => !kept.includes(base)).map(({ name }) => name), files: expired() };
}

/** The present timeline, and those on which something was archived lately: another Picket may write them. */
function writtenTimelines(
  files: readonly ArchivedFile[],
  { present, now }: Pick<ExpiryRules, 'present' | 'now'>,
): ReadonlySet<string> {
  const recent = files.filter(({ name, at }) => segmentOf(name) !== null && at > now - WRITTEN_WITHIN);
  return new Set([...(present === null ? [] : [present]), ...recent.map(({ name }) => timelineOf(name))]);
}

/** The newest base backup of each timeline that is written; where there is none, the newest of all. */
function newestNames(
  bases: readonly ExpiringBase[],
  written: ReadonlySet<string>,
  now: Millis,
): ReadonlySet<string | undefined> {
  const newestOf = (some: readonly ExpiringBase[]) =>
    some.findLast(({ stoppedAt }) => !isAhead(Date.parse(stoppedAt), now)) ?? some.at(-1);
  const newest = [...written].flatMap((one) => newestOf(bases.filter((base) => baseTimeline(base) === one)) ?? []);
  return new Set(newest.length === 0 ? [newestOf(bases)?.name] : newest.map(({ name }) => name));
}

/** Whether an instant after `since` is restored from it. */
function isNeeded(
  base: ExpiringBase,
  { bases, spans }: ArchiveContents,
  since: Millis,
  written: ReadonlySet<string>,
): boolean {
  // The newest from before the retention begins is needed for the instants after it.
  const newest = bases.findLast(
    (one) => baseTimeline(one) === baseTimeline(base) && Date.parse(one.stoppedAt) <= since,
  );
  if (newest === undefined || base.name > newest.name) return true;
  if (base.name < newest.name) return false;
  const reached = spans.find((span) => span.base === base.name)?.to ?? Date.parse(base.stoppedAt);
  return written.has(baseTimeline(base)) || reached >= since;
}

/**
 * Names of archived files that no kept base backup needs: what lies before the oldest of its timeline. A timeline without one may be written
 * and get one; of another, only what is older than all base backups goes: the rest is the way from one of them across a restore.
 */
function expiredFiles(
  files: readonly ArchivedFile[],
  kept: readonly Pick<ExpiringBase, 'startSegment' | 'startedAt'>[],
  written: ReadonlySet<string>,
): readonly string[] {
  const starts = Map.groupBy(kept, baseTimeline);
  const oldest = Math.min(...kept.map(({ startedAt }) => Date.parse(startedAt)));
  return files
    .filter(({ name, at }) => {
      const segment = segmentOf(name);
      if (segment === null || kept.length === 0) return false;
      const own = starts.get(timelineOf(segment));
      if (own !== undefined) return own.every(({ startSegment }) => segment < startSegment);
      return !written.has(timelineOf(segment)) && at < oldest;
    })
    .map(({ name }) => name);
}
