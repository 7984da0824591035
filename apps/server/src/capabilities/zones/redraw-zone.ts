import type { FieldProblem } from '@picket/domain/field-problems';
import type { ZoneGrid } from '@picket/domain/zones';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { updateZone, type ZoneRow } from './zone-store.ts';

export const assertNoProblems = (problems: readonly FieldProblem[]): void => {
  if (problems.length > 0) throw new AppError('validation', { errors: problems });
};

export async function redraw(tx: Tx, row: ZoneRow, grid: ZoneGrid, at: Date): Promise<void> {
  const later = new Date(Math.max(at.getTime(), row.lastUpdateTs.getTime() + 1));
  if (!(await updateZone(tx.prisma, row, { grid }, later))) throw new AppError('modifiedSince');
}
