/** The inbox in pages: the alerts of all locations that the caller may view. */

import type { ParsedQuery, ResponseOf } from '@picket/contracts/endpoints';
import { visibleLocations } from '@picket/domain/permissions';
import { parseInstant } from '@picket/domain/time';
import { invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { decodeCursor, toPage } from '../../../platform/http/pages.ts';
import {
  countInbox,
  type InboxFilter,
  type InboxPosition,
  inboxRank,
  listInboxRows,
  MAX_RANK,
} from './alert-inbox-store.ts';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** null: the beginning. Throws a 400 for a cursor that the inbox did not return. */
function parsePosition(cursor: string | undefined): InboxPosition | null {
  if (cursor === undefined) return null;
  const [rank = '', raisedAt = '', guid = ''] = decodeCursor(cursor, 3);
  const isKnown = /^\d{1,2}$/u.test(rank) && Number(rank) <= MAX_RANK;
  if (!isKnown || parseInstant(raisedAt) === null || !GUID.test(guid))
    throw invalid('cursor', 'is not a cursor this list gave');
  return { rank: Number(rank), raisedAt, guid };
}

/** The filter of a request, within what the caller may view. Throws a 400 if its period is empty. */
export function toInboxFilter(
  { actor }: Pick<Ctx<UserActor>, 'actor'>,
  { assigned, ...query }: ParsedQuery<'GET /alerts/export'>,
): InboxFilter {
  const { from, to } = query;
  if (from !== undefined && to !== undefined && (parseInstant(to) ?? 0) <= (parseInstant(from) ?? 0))
    throw invalid('to', 'must be later than from');
  return {
    ...query,
    visible: visibleLocations(actor.permissions),
    ...(assigned === undefined ? {} : { assignee: assigned === 'me' ? actor.guid : null }),
  };
}

export async function listAlertInbox(
  ctx: Ctx<UserActor>,
  { cursor, limit, ...query }: ParsedQuery<'GET /views/alerts'>,
): Promise<ResponseOf<'GET /views/alerts'>> {
  const position = parsePosition(cursor);
  const filter = toInboxFilter(ctx, query);
  const { tenant } = ctx.actor;
  const [rows, counts] = await Promise.all([
    listInboxRows(ctx.db.console, tenant, filter, position, limit + 1, ctx.clock.now()),
    countInbox(ctx.db.console, tenant, filter),
  ]);
  const page = toPage(
    rows,
    limit,
    (alert) => alert,
    (alert) => [inboxRank(alert), alert.raisedAt, alert.guid],
  );
  return { ...page, counts };
}
