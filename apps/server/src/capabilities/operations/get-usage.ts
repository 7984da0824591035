import type { ParsedQuery, ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { DAY, dayOf } from './usage-day.ts';
import { countUsageAllTenants, listTenantsAllTenants, listUsageSince } from './usage-store.ts';

/** Usage of the organizations, for the operator: finished days as stored; today is counted on demand. */
export async function getUsage(
  ctx: Ctx<UserActor>,
  { days }: ParsedQuery<'GET /metrics/usage'>,
): Promise<ResponseOf<'GET /metrics/usage'>> {
  const { console: sql } = ctx.db.acrossTenants;
  const now = ctx.clock.now();
  const [tenants, kept, today] = await Promise.all([
    listTenantsAllTenants(sql),
    listUsageSince(sql, dayOf(now - (days - 1) * DAY)),
    countUsageAllTenants(sql, dayOf(now)),
  ]);
  return {
    items: tenants.map(({ guid, name, contact, createdAt, lastSeenAt, businessStatus, demo, suspended }) => ({
      tenant: { guid, name },
      businessStatus,
      demo,
      suspended,
      ...(contact === null ? {} : { contact }),
      createdAt: formatInstant(createdAt.getTime()),
      ...(lastSeenAt === null ? {} : { lastSeenAt: formatInstant(lastSeenAt.getTime()) }),
      days: [...kept.filter(({ day }) => day !== dayOf(now)), ...today].flatMap(({ tenant, ...day }) =>
        tenant === guid ? [day] : [],
      ),
    })),
  };
}
