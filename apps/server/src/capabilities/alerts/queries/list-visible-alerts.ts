import type { ParsedQuery } from '@picket/contracts/endpoints';
import type { AlertOut } from '@picket/contracts/types';
import { visibleLocations } from '@picket/domain/permissions';
import { parseInstant } from '@picket/domain/time';
import { invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../../platform/http/pages.ts';
import { listAlertRows } from './alert-list-store.ts';

export async function listVisibleAlerts(
  ctx: Ctx<UserActor>,
  query: ParsedQuery<'GET /alerts'>,
): Promise<Page<AlertOut>> {
  const [raisedAt, guid] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 2);
  if (raisedAt !== undefined && (parseInstant(raisedAt) === null || !/^[0-9a-f-]{36}$/u.test(guid ?? '')))
    throw invalid('cursor', 'is not a cursor this list gave');
  const after = raisedAt === undefined || guid === undefined ? null : { raisedAt, guid };
  const filter = { ...query, visible: visibleLocations(ctx.actor.permissions) };
  const now = ctx.clock.now();
  const rows = await listAlertRows(ctx.db.console, ctx.actor.tenant, filter, after, query.limit + 1, now);
  return toPage(
    rows,
    query.limit,
    (alert) => alert,
    (alert) => [alert.raisedAt, alert.guid],
  );
}
