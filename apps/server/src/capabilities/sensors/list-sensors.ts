import type { FluidSensorOut } from '@picket/contracts/types';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { visibleLocation } from '../locations/index.ts';
import { listFluidSensors } from './sensor-store.ts';

export async function listSensors(
  ctx: Ctx<UserActor>,
  location: string,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<FluidSensorOut>> {
  await visibleLocation(ctx, location);
  const after = query.cursor === undefined ? [] : decodeCursor(query.cursor, 3);
  const rows = await listFluidSensors(ctx.db.console, ctx.actor.tenant, { location }, after, query.limit + 1);
  return toPage(
    rows,
    query.limit,
    (row) => row,
    (row) => [row.model, row.serial_number, row.sentry],
  );
}
