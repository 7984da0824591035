/** The part of a recording that may be fetched: a clip that reaches into a time in which the cameras were off is refused as a whole. */
import { MAX_CLIP_SECONDS, MAX_CLIPS_PER_ALERT } from '@picket/contracts/clips';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import type { CameraPorts } from '../clip-ports.ts';
import type { VideoAlertRow } from './alert-video-store.ts';

interface RecordedSpan {
  readonly from: Date;
  /** null: the alert is open. */
  readonly until: Date | null;
}

/** Between the last picture and the time at which the cameras are off: clips are cut between pictures. */
const BEFORE_OFF: Millis = 1000;
/** What is fetched of an alert at most. */
const MAX_SPAN: Millis = MAX_CLIPS_PER_ALERT * MAX_CLIP_SECONDS * 1000;

/** What lies between the times around the alert at which the cameras were off, or will be by what is planned now. */
export async function spanWhileOn(
  sql: Sql,
  cameras: CameraPorts,
  { tenant, location, raisedAt }: Pick<VideoAlertRow, 'tenant' | 'location' | 'raisedAt'>,
  { from, until }: RecordedSpan,
): Promise<RecordedSpan> {
  const to = until ?? new Date(from.getTime() + MAX_SPAN);
  const periods = await cameras.listOffPeriods(sql, tenant, location, { from, to });
  const before = periods.flatMap((period) =>
    period.to !== null && period.to <= raisedAt ? [period.to.getTime()] : [],
  );
  const begin = new Date(Math.max(from.getTime(), ...before));
  const off = periods.find((period) => period.from > raisedAt);
  const end = off === undefined ? until : new Date(off.from.getTime() - BEFORE_OFF);
  // Nothing is left: that the cameras were off is what becomes of it.
  return end !== null && end <= begin ? { from, until } : { from: begin, until: end };
}
