import type { ZoneGrid } from '@picket/domain/zones';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { updateZone, type ZoneRow } from './zone-store.ts';

export async function redraw(tx: Tx, tenant: string, row: ZoneRow, grid: ZoneGrid, at: Date): Promise<void> {
  const later = new Date(Math.max(at.getTime(), row.lastUpdateTs.getTime() + 1));
  if (!(await updateZone(tx.prisma, tenant, row, { grid }, later))) throw new AppError('modifiedSince');
}
