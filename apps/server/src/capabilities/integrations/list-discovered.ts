import type { ParsedQuery, ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { containsPattern } from '../../platform/db/like-pattern.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { toDiscovered } from './discovered-device.ts';
import { listDiscoveredRows } from './discovered-store.ts';
import { mappingsOf } from './mapping-store.ts';

export async function listDiscovered(
  ctx: Ctx<UserActor>,
  { source, state, q }: ParsedQuery<'GET /discovered'>,
): Promise<ResponseOf<'GET /discovered'>> {
  const { tenant } = ctx.actor;
  const like = q === undefined || q === '' ? null : containsPattern(q);
  const rows = await listDiscoveredRows(ctx.db.console, tenant, { source: source ?? null, like });
  const mappings = await mappingsOf(
    ctx.db.console,
    tenant,
    rows.flatMap(({ sentry }) => sentry ?? []),
  );
  const devices = rows.map((row) => toDiscovered(row, row.sentry === null ? null : (mappings.get(row.sentry) ?? null)));
  const counts = { DISCOVERED: 0, ADOPTED: 0, CHANGED: 0, IGNORED: 0 };
  for (const device of devices) counts[device.state] += 1;
  return {
    items: devices.filter((device) => state === undefined || device.state === state),
    counts,
    serverTime: formatInstant(ctx.clock.now()),
  };
}
