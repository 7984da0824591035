/** Maintenance of a location: notifications of alerts raised meanwhile are suppressed. */
import type { MaintenanceWindowOut, ParsedBody, ParsedQuery } from '@picket/contracts';
import { formatInstant, type Millis, parseInstant } from '@picket/domain';
import {
  AppError,
  type Ctx,
  invalid,
  newGuid,
  type Page,
  parseInstantCursor,
  toPage,
  type UserActor,
} from '../../../platform/index.ts';
import { audit } from '../../audit/index.ts';
import { administeredLocation, visibleLocation } from '../../locations/index.ts';
import { requeueLocation } from '../deliveries/delivery-store.ts';
import { endWindow, insertWindow, listWindows } from './maintenance-store.ts';

const MAX_DURATION_MS: Millis = 31 * 86_400_000;

export async function listMaintenance(
  ctx: Ctx<UserActor>,
  guid: string,
  query: ParsedQuery<'GET /locations/{guid}/maintenance'>,
): Promise<Page<MaintenanceWindowOut>> {
  const location = await visibleLocation(ctx, guid);
  const after = parseInstantCursor(query.cursor);
  const rows = await listWindows(ctx.db.console, location.guid, ctx.clock.now(), after, query.limit + 1);
  return toPage(
    rows,
    query.limit,
    (row) => row,
    (row) => [row.startsAt, row.guid],
  );
}

export async function planMaintenance(
  ctx: Ctx<UserActor>,
  guid: string,
  input: ParsedBody<'POST /locations/{guid}/maintenance'>,
): Promise<MaintenanceWindowOut> {
  const location = await administeredLocation(ctx, guid);
  const now = ctx.clock.now();
  const startsAt = input.startsAt === undefined ? now : (parseInstant(input.startsAt) ?? now);
  const endsAt = parseInstant(input.endsAt) ?? now;
  if (endsAt <= startsAt) throw invalid('endsAt', 'must come after its begin');
  if (endsAt <= now) throw invalid('endsAt', 'must lie in the future');
  if (endsAt - startsAt > MAX_DURATION_MS) throw invalid('endsAt', 'maintenance lasts 31 days at most');
  const window = {
    guid: newGuid(),
    tenant: ctx.actor.tenant,
    location: location.guid,
    startsAt,
    endsAt,
    reason: input.reason,
    byName: ctx.actor.name,
  };
  await ctx.db.inTx(async (tx) => {
    await insertWindow(tx.sql, window, now);
    await audit(ctx, tx, {
      action: 'MAINTENANCE_PLANNED',
      target: { kind: 'location', guid: location.guid, name: location.name },
      after: { startsAt: formatInstant(startsAt), endsAt: formatInstant(endsAt), reason: input.reason },
    });
  });
  return {
    guid: window.guid,
    startsAt: formatInstant(startsAt),
    endsAt: formatInstant(endsAt),
    reason: input.reason,
    createdBy: ctx.actor.name,
    suppressedAlerts: 0,
  };
}

export async function endMaintenance(ctx: Ctx<UserActor>, guid: string, window: string): Promise<void> {
  const location = await administeredLocation(ctx, guid);
  const now = ctx.clock.now();
  await ctx.db.inTx(async (tx) => {
    if (!(await endWindow(tx.sql, location.guid, window, now))) throw new AppError('notFound');
    await requeueLocation(tx.sql, location.guid, now);
    await audit(ctx, tx, {
      action: 'MAINTENANCE_ENDED',
      target: { kind: 'location', guid: location.guid, name: location.name },
    });
  });
  ctx.pubSub.notify();
}
