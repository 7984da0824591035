import { StoredOverride } from '@picket/contracts/policies';
import type { OverrideOut } from '@picket/contracts/types';
import { visibleLocations } from '@picket/domain/permissions';
import { formatInstant } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../../platform/http/pages.ts';
import { requirePolicy } from '../get-policy.ts';
import { overridesOfPolicy } from './override-store.ts';

export async function listOverrides(
  ctx: Ctx<UserActor>,
  policyGuid: string,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<OverrideOut>> {
  await requirePolicy(ctx, ctx.db, policyGuid);
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  if (after !== null && !/^[0-9a-f-]{36}$/u.test(after)) throw new AppError('validation');
  const visible = visibleLocations(ctx.actor.permissions);
  const rows = await overridesOfPolicy(ctx.db.prisma, ctx.actor.tenant, policyGuid, visible, after, query.limit + 1);
  return toPage(
    rows,
    query.limit,
    ({ sentry, location, override, changedBy, lastUpdateTs }) => ({
      sentry,
      location,
      ignoreGlobalPolicyChanges: override.ignoreGlobalPolicyChanges,
      override: StoredOverride.parse(override),
      ...(changedBy === null ? {} : { changedBy }),
      last_update_ts: formatInstant(lastUpdateTs.getTime()),
    }),
    (row) => [row.sentryGuid],
  );
}
