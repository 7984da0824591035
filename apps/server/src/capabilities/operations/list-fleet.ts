import type { ParsedQuery, ResponseOf } from '@picket/contracts/endpoints';
import { nameKey } from '@picket/domain/names';
import { formatInstant, type Millis, onlineHold } from '@picket/domain/time';
import { containsPattern } from '../../platform/db/like-pattern.ts';
import { invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, toPage } from '../../platform/http/pages.ts';
import { countVersionsAllTenants, type FleetRow, listFleetAllTenants } from './usage-store.ts';

const toFleetSentry = (row: FleetRow, now: Millis): ResponseOf<'GET /metrics/sentries'>['items'][number] => ({
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
  online: row.lastSeenAt !== null && now - row.lastSeenAt.getTime() <= onlineHold(row.intervalSeconds),
  openAlerts: row.openAlerts,
});

/** Sentries of all organizations, for the operator, with how many run which software version. */
export async function listFleet(
  ctx: Ctx<UserActor>,
  query: ParsedQuery<'GET /metrics/sentries'>,
): Promise<ResponseOf<'GET /metrics/sentries'>> {
  const { console: sql } = ctx.db.acrossTenants;
  const [nameKeyAfter = '', guid = ''] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 2);
  if (query.cursor !== undefined && !/^[0-9a-f-]{36}$/u.test(guid))
    throw invalid('cursor', 'is not a cursor this list gave');
  const rows = await listFleetAllTenants(
    sql,
    {
      pattern: query.search === undefined || query.search.trim() === '' ? null : containsPattern(nameKey(query.search)),
      silentBefore: query.silentFor === undefined ? null : ctx.clock.now() - query.silentFor * 1000,
      softwareVersion: query.softwareVersion ?? null,
    },
    query.cursor === undefined ? null : { nameKey: nameKeyAfter, guid },
    query.limit + 1,
  );
  const now = ctx.clock.now();
  const page = toPage(
    rows,
    query.limit,
    (row) => toFleetSentry(row, now),
    (row) => [row.nameKey, row.guid],
  );
  return { ...page, versions: await countVersionsAllTenants(sql) };
}
