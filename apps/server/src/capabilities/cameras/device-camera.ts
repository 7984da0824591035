/** The camera part of a device's configuration. */
import type { DeviceCamera } from '@picket/contracts/cameras';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { z } from 'zod';
import type { Sql } from '../../platform/db/database.ts';
import { findMask } from './mask-store.ts';
import { isCameraOffAt, listPlannedPeriods } from './off-period-store.ts';

export async function cameraForDevice(
  sql: Sql,
  tenant: string,
  { location, sentry, watching }: { readonly location: string; readonly sentry: string; readonly watching: number },
  now: Millis,
): Promise<z.output<typeof DeviceCamera>> {
  const [isOff, [next], mask] = await Promise.all([
    isCameraOffAt(sql, tenant, location, now),
    listPlannedPeriods(sql, tenant, location, now),
    findMask(sql, tenant, sentry),
  ]);
  const boundary = isOff ? next?.to : next?.from;
  return {
    isOn: !isOff,
    ...(isOff && next !== undefined && next.from <= now ? { offSince: formatInstant(next.from) } : {}),
    ...(boundary == null ? {} : { until: formatInstant(boundary) }),
    watching,
    ...(mask === null || mask.cells.every((columns) => columns.length === 0)
      ? {}
      : { mask: { rows: mask.rows, columns: mask.columns, cells: mask.cells } }),
  };
}
