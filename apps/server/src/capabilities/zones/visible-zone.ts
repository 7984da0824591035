import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { visibleLocation } from '../locations/index.ts';
import { findZone, type ZoneRow } from './zone-store.ts';

export async function visibleZone(ctx: Ctx<UserActor>, location: string, zoneId: string): Promise<ZoneRow> {
  await visibleLocation(ctx, location);
  return requireZone(ctx.db, ctx.actor.tenant, location, zoneId);
}

export async function requireZone(
  { prisma }: Pick<Tx, 'prisma'>,
  tenant: string,
  location: string,
  zoneId: string,
): Promise<ZoneRow> {
  const row = await findZone(prisma, tenant, location, zoneId);
  if (row === null) throw new AppError('notFound');
  return row;
}
