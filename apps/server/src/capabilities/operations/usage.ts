/** Usage of organizations, for the operator: stored day by day; today is counted on demand. */
import type { ParsedQuery, ResponseOf } from '@picket/contracts/endpoints';
import { nameKey } from '@picket/domain/names';
import { formatInstant, type Millis } from '@picket/domain/time';
import { invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, toPage } from '../../platform/http/pages.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  countUsageAllTenants,
  countVersionsAllTenants,
  type FleetRow,
  hasUsage,
  insertUsage,
  listFleetAllTenants,
  listTenantsAllTenants,
  listUsageSince,
} from './usage-store.ts';

const DAY: Millis = 86_400_000;
/** How long after its end a day is counted, for late readings. */
const LATE_READINGS_GRACE: Millis = 2 * 3_600_000;
/** How many missed days are counted after an interruption. */
const BACKFILL_DAYS = 7;

const dayOf = (at: Millis): string => new Date(at).toISOString().slice(0, 10);

/** Counts and stores finished days; returns how many. */
export async function storeUsageDays({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  let kept = 0;
  for (let back = BACKFILL_DAYS; back >= 1; back--) {
    const day = dayOf(now - LATE_READINGS_GRACE - back * DAY);
    if (await hasUsage(db.console, day)) continue;
    await insertUsage(db.console, await countUsageAllTenants(db.console, day));
    kept += 1;
  }
  return kept;
}

export async function getUsage(
  ctx: Ctx<UserActor>,
  { days }: ParsedQuery<'GET /metrics/usage'>,
): Promise<ResponseOf<'GET /metrics/usage'>> {
  const { console: sql } = ctx.db;
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

const escapeLikePattern = (text: string): string => text.replace(/[\\%_]/gu, '\\$&');

const toFleetSentry = (row: FleetRow): ResponseOf<'GET /metrics/sentries'>['items'][number] => ({
  guid: row.guid,
  name: row.name,
  tenant: { guid: row.tenant, name: row.tenantName },
  businessStatus: row.businessStatus,
  location: row.location,
  ...(row.model === null ? {} : { model: row.model }),
  ...(row.serialNumber === null ? {} : { serialNumber: row.serialNumber }),
  ...(row.softwareVersion === null ? {} : { softwareVersion: row.softwareVersion }),
  ...(row.activatedAt === null ? {} : { activatedAt: formatInstant(row.activatedAt.getTime()) }),
  ...(row.lastSeenAt === null ? {} : { lastSeenAt: formatInstant(row.lastSeenAt.getTime()) }),
  openAlerts: row.openAlerts,
});

export async function listFleet(
  ctx: Ctx<UserActor>,
  query: ParsedQuery<'GET /metrics/sentries'>,
): Promise<ResponseOf<'GET /metrics/sentries'>> {
  const { console: sql } = ctx.db;
  const [nameKeyAfter = '', guid = ''] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 2);
  if (query.cursor !== undefined && !/^[0-9a-f-]{36}$/u.test(guid))
    throw invalid('cursor', 'is not a cursor this list gave');
  const rows = await listFleetAllTenants(
    sql,
    {
      pattern:
        query.search === undefined || query.search.trim() === ''
          ? null
          : `%${escapeLikePattern(nameKey(query.search))}%`,
      silentBefore: query.silentFor === undefined ? null : ctx.clock.now() - query.silentFor * 1000,
      softwareVersion: query.softwareVersion ?? null,
    },
    query.cursor === undefined ? null : { nameKey: nameKeyAfter, guid },
    query.limit + 1,
  );
  const page = toPage(rows, query.limit, toFleetSentry, (row) => [row.nameKey, row.guid]);
  return { ...page, versions: await countVersionsAllTenants(sql) };
}
