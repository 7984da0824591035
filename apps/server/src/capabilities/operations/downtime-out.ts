/** Downtimes on the wire. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { DowntimeRow } from './downtime-store.ts';

export type DowntimeOut = ResponseOf<'GET /downtimes'>['items'][number];

/** Whether it has begun. */
export const isInForce = ({ startsAt }: DowntimeRow, now: Millis): boolean => startsAt.getTime() <= now;

export const toDowntimeOut = (row: DowntimeRow, now: Millis): DowntimeOut => ({
  guid: row.guid,
  startsAt: formatInstant(row.startsAt.getTime()),
  ...(row.endsAt === null ? {} : { endsAt: formatInstant(row.endsAt.getTime()) }),
  context: row.context,
  createdBy: row.createdBy,
  inForce: isInForce(row, now),
});
