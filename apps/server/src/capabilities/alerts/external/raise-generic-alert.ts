import type { AlertOut } from '@picket/contracts/types';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import { audit } from '../../audit/index.ts';
import { administeredLocation } from '../../locations/index.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import { getVisibleAlert } from '../queries/visible-alert.ts';
import type { ExternalAlertRow } from './external-alert-store.ts';
import { recordExternalAlert } from './record-external-alert.ts';

/** An alert raised by a person (GENERIC_ALERT). */
export async function raiseGenericAlert(
  ctx: Ctx<UserActor>,
  input: { readonly location: string; readonly severity: number; readonly message: string },
  changed: OnAlertsChanged,
): Promise<AlertOut> {
  await administeredLocation(ctx, input.location);
  const guid = newGuid();
  const { tenant, name } = ctx.actor;
  const at = ctx.clock.now();
  const alert: ExternalAlertRow = { ...input, guid, tenant, sentry: null, kind: 'GENERIC_ALERT', at };
  const { location, message, severity } = input;
  await ctx.db.inTx(async (tx) => {
    await recordExternalAlert(tx.sql, alert, [{ at, code: 'RAISED', byName: name }], at, changed);
    await audit(ctx, tx, {
      action: 'ALERT_RAISED',
      target: { kind: 'alert', guid, name: message },
      after: { severity, location },
    });
  });
  ctx.pubSub.notify();
  return getVisibleAlert(ctx, guid);
}
