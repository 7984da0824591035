/** Lists edits: what was changed by whom, and what can still be reverted. */
import type { ParsedQuery } from '@picket/contracts/endpoints';
import type { PolicyEditOut } from '@picket/contracts/types';
import { visibleLocations } from '@picket/domain/permissions';
import { formatInstant } from '@picket/domain/time';
import { invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../../platform/http/pages.ts';
import { type ListedChange, listChanges } from './policy-change-store.ts';

export async function listPolicyEdits(
  ctx: Ctx<UserActor>,
  query: ParsedQuery<'GET /policy-edits'>,
): Promise<Page<PolicyEditOut>> {
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  if (after !== null && !/^[0-9a-f-]{36}$/u.test(after)) throw invalid('cursor', 'is not a cursor this list gave');
  const filter = { ...query, visible: visibleLocations(ctx.actor.permissions) };
  const rows = await listChanges(ctx.db.console, ctx.actor.tenant, filter, after, query.limit + 1);
  return toPage(rows, query.limit, toPolicyEdit, ({ guid }) => [guid]);
}

const toPolicyEdit = (row: ListedChange): PolicyEditOut => ({
  alert: row.alert,
  title: row.title,
  ...(row.policy === null ? {} : { policy: row.policy }),
  ...(row.sentry === null ? {} : { sentry: row.sentry }),
  ...(row.location === null ? {} : { location: row.location }),
  ...(row.by === null ? {} : { createdBy: row.by }),
  createdAt: formatInstant(row.at.getTime()),
  changes: row.changes,
  restorable: row.restoredAt === null,
  ...(row.restoredAt === null
    ? {}
    : { restored: { by: row.restoredBy ?? '', at: formatInstant(row.restoredAt.getTime()) } }),
});
