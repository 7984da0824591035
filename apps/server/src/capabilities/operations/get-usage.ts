import type { ParsedQuery, ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { DAY, dayOf } from './usage-day.ts';
import type { ReadUsageOfToday } from './usage-of-today.ts';
import { listTenantsAllTenants, listUsageSince, type UsageRow } from './usage-store.ts';

/** Usage of the organizations, for the operator: finished days as stored; today is counted on demand, and left out where that takes long. */
export async function getUsage(
  ctx: Ctx<UserActor>,
  { days: length }: ParsedQuery<'GET /metrics/usage'>,
  readToday: ReadUsageOfToday,
): Promise<ResponseOf<'GET /metrics/usage'>> {
  const { console: sql } = ctx.db.acrossTenants;
  const now = ctx.clock.now();
  const today = dayOf(now);
  const [tenants, kept, counted] = await Promise.all([
    listTenantsAllTenants(sql),
    listUsageSince(sql, dayOf(now - (length - 1) * DAY)),
    readToday(),
  ]);
  const days = daysByTenant([...kept.filter(({ day }) => day !== today), ...counted]);
  return {
    items: tenants.map(({ guid, name, contact, createdAt, lastSeenAt, businessStatus, demo, suspended }) => ({
      tenant: { guid, name },
      businessStatus,
      demo,
      suspended,
      ...(contact === null ? {} : { contact }),
      createdAt: formatInstant(createdAt.getTime()),
      ...(lastSeenAt === null ? {} : { lastSeenAt: formatInstant(lastSeenAt.getTime()) }),
      days: days.get(guid) ?? [],
    })),
  };
}

type Day = Omit<UsageRow, 'tenant'>;

/** Each in the order they are given. */
function daysByTenant(rows: readonly UsageRow[]): ReadonlyMap<string, Day[]> {
  const found = new Map<string, Day[]>();
  for (const { tenant, ...day } of rows) {
    const known = found.get(tenant);
    if (known === undefined) found.set(tenant, [day]);
    else known.push(day);
  }
  return found;
}
