/**
 * Where a stream has got to, as the id of an event. Pure.
 *
 * Transactions commit in another order than they begin, so no number says which events were sent. A snapshot of Postgres does:
 * it names the transactions that had not ended when it was taken. An event is new to it if its transaction is one of those, or
 * began later (`pg_visible_in_snapshot` decides by the same rule).
 */
import type { Millis } from '@picket/domain/time';

export interface Snapshot {
  /** The first transaction id that was not assigned yet. */
  readonly next: number;
  /** Transactions below `next` that were still running, ascending. */
  readonly running: readonly number[];
}

export interface Cursor {
  /** Which event log it is about: another database has another one. */
  readonly log: string;
  /** When its newest snapshot was taken. */
  readonly at: Millis;
  /** Every event visible in it was sent. */
  readonly seen: Snapshot;
  /** Within the events that a later snapshot shows: those up to this number were sent as well. */
  readonly batch: Batch | null;
}

export interface Batch {
  readonly upTo: Snapshot;
  readonly after: number;
}

/**
 * Running transactions that a snapshot lists. What began after so many that still run is sent when one of them has ended: the id
 * of an event stays short enough for a header.
 */
const MAX_RUNNING = 50;

/** A snapshot as Postgres writes it: "xmin:xmax:running,running". Later snapshots show all that it shows. */
export function parseSnapshot(text: string): Snapshot {
  const [, next = '', list = ''] = text.split(':');
  const running = list === '' ? [] : list.split(',').map(Number);
  running.sort((a, b) => a - b);
  return { next: running[MAX_RUNNING] ?? Number(next), running: running.slice(0, MAX_RUNNING) };
}

/** Of two snapshots of one database: fewer transactions run in the later one, or others have begun. */
export const isSameSnapshot = (a: Snapshot, b: Snapshot): boolean =>
  a.next === b.next && a.running.length === b.running.length;

export const newestSnapshot = ({ seen, batch }: Cursor): Snapshot => batch?.upTo ?? seen;

const formatSnapshot = ({ next, running }: Snapshot): string =>
  [next, ...running.map((xid) => next - xid)].map((number) => number.toString(36)).join('-');

/** The id of an event, for `Last-Event-ID`. At most 1300 characters, usually 60. */
export const formatCursor = ({ log, at, seen, batch }: Cursor): string =>
  [
    log,
    at.toString(36),
    formatSnapshot(seen),
    ...(batch === null ? [] : [formatSnapshot(batch.upTo), batch.after.toString(36)]),
  ].join('.');

const NUMBER = '[0-9a-z]{1,11}';
const SNAPSHOT = `${NUMBER}(?:-${NUMBER}){0,${MAX_RUNNING}}`;
const EVENT_ID = new RegExp(
  `^(?<log>[0-9a-f]{8})\\.(?<at>${NUMBER})\\.(?<seen>${SNAPSHOT})(?:\\.(?<upTo>${SNAPSHOT})\\.(?<after>${NUMBER}))?$`,
  'u',
);

const parseNumber = (text: string): number => Number.parseInt(text, 36);

/** Null where it is none: the distances to the running transactions fall, down to 1. */
function readSnapshot(text: string): Snapshot | null {
  const [next = 0, ...distances] = text.split('-').map(parseNumber);
  const isOrdered = distances.every((distance, index) => distance >= 1 && distance < (distances[index - 1] ?? next));
  return Number.isSafeInteger(next) && isOrdered
    ? { next, running: distances.map((distance) => next - distance) }
    : null;
}

/** The cursor in the id of an event; null where there is none, or what was sent is none. */
export function parseCursor(text: string | undefined): Cursor | null {
  const { log, at, seen, upTo, after } = EVENT_ID.exec(text ?? '')?.groups ?? {};
  if (log === undefined || at === undefined || seen === undefined) return null;
  const first = readSnapshot(seen);
  if (first === null || !Number.isSafeInteger(parseNumber(at))) return null;
  const cursor = { log, at: parseNumber(at), seen: first };
  if (upTo === undefined || after === undefined) return { ...cursor, batch: null };
  const last = readSnapshot(upTo);
  if (last === null || !Number.isSafeInteger(parseNumber(after))) return null;
  return { ...cursor, batch: { upTo: last, after: parseNumber(after) } };
}
