/** The privacy mask of a camera: cells that the device paints black before it encodes. */
import { MASK_COLUMNS, MASK_ROWS } from '@picket/contracts/cameras';
import type { ParsedBody } from '@picket/contracts/endpoints';
import type { CameraMaskOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { administeredSentry, visibleSentry } from '../sentries/index.ts';
import { findMask, type MaskRow, saveMask } from './mask-store.ts';
import { signalConfig } from './signal-config.ts';

const NO_CELLS: readonly (readonly number[])[] = Array.from({ length: MASK_ROWS }, () => []);

const toMask = (row: MaskRow | null, createdAt: Date): CameraMaskOut => ({
  rows: MASK_ROWS,
  columns: MASK_COLUMNS,
  cells: (row?.cells ?? NO_CELLS).map((columns) => [...columns]),
  revision: row?.revision ?? 0,
  ...(row === null ? {} : { changedBy: row.changedByName }),
  last_update_ts: formatInstant((row?.lastUpdateTs ?? createdAt).getTime()),
});

export async function getMask(ctx: Ctx<UserActor>, guid: string): Promise<CameraMaskOut> {
  const { createdAt } = await visibleSentry(ctx, guid);
  return toMask(await findMask(ctx.db.console, ctx.actor.tenant, guid), createdAt);
}

export async function changeMask(
  ctx: Ctx<UserActor>,
  guid: string,
  input: ParsedBody<'PUT /sentries/{guid}/camera-mask'>,
  check: (current: CameraMaskOut) => void,
): Promise<CameraMaskOut> {
  const { name, createdAt, locationGuid: location } = await administeredSentry(ctx, guid);
  const { tenant } = ctx.actor;
  const cells = input.cells.map((columns) => [...new Set(columns)].sort((a, b) => a - b));
  const changed = await ctx.db.inTx(async (tx) => {
    const current = await findMask(tx.sql, tenant, guid);
    const before = toMask(current, createdAt);
    check(before);
    const now = ctx.clock.now();
    const next: MaskRow = {
      rows: MASK_ROWS,
      columns: MASK_COLUMNS,
      cells,
      revision: before.revision,
      changedByName: ctx.actor.name,
      lastUpdateTs: new Date(Math.max(now, (current?.lastUpdateTs.getTime() ?? 0) + 1)),
    };
    if (!(await saveMask(tx.sql, tenant, guid, next))) throw new AppError('modifiedSince');
    await signalConfig(tx.sql, tenant, { location, sentry: guid }, now);
    await audit(ctx, tx, {
      action: 'CAMERA_MASK_CHANGED',
      target: { kind: 'sentry', guid, name },
      before: { cells: countCells(before.cells) },
      after: { cells: countCells(cells) },
    });
    return toMask({ ...next, revision: next.revision + 1 }, createdAt);
  });
  ctx.pubSub.notify();
  return changed;
}

const countCells = (cells: readonly (readonly number[])[]): number =>
  cells.reduce((count, columns) => count + columns.length, 0);
