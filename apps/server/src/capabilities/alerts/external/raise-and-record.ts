import type { Tx } from '../../../platform/db/database.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import { insertStep } from '../lifecycle/alert-step-store.ts';
import { type ExternalAlertRow, insertExternalAlert } from './external-alert-store.ts';

export async function raiseExternal(
  ctx: Ctx,
  alert: ExternalAlertRow,
  byName: string | null,
  changed: OnAlertsChanged,
  recorded: (tx: Pick<Tx, 'sql'>) => Promise<void> = async () => {},
): Promise<void> {
  const recordedAt = ctx.clock.now();
  await ctx.db.inTx(async ({ sql }) => {
    await insertExternalAlert(sql, alert, recordedAt);
    await insertStep(sql, alert.guid, { at: alert.at, code: 'RAISED', ...(byName === null ? {} : { byName }) });
    await changed(sql, [{ alert: alert.guid, change: 'RAISED' }]);
    await recorded({ sql });
  });
  ctx.pubSub.notify();
}
