/** Maintenance of a location: notifications of alerts raised meanwhile are suppressed. */
import type { ParsedBody } from '@picket/contracts/endpoints';
import type { MaintenanceWindowOut } from '@picket/contracts/types';
import { formatInstant, type Millis, parseInstant } from '@picket/domain/time';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import { audit } from '../../audit/index.ts';
import { administeredLocation } from '../../locations/index.ts';
import { insertWindow } from './maintenance-store.ts';

const MAX_DURATION_MS: Millis = 31 * 86_400_000;

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
    location: location.guid,
    startsAt,
    endsAt,
    reason: input.reason,
    byName: ctx.actor.name,
  };
  await ctx.db.inTx(async (tx) => {
    if (!(await insertWindow(tx.sql, ctx.actor.tenant, window, now))) throw new AppError('notFound');
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
