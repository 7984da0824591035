import type { Tx } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { OnSentryChanged } from './sentry-ports.ts';
import { type SentryRow, updateExchanged } from './sentry-store.ts';

/** What is known of the device that takes over; `intervalSeconds`: null keeps the one before. */
export interface ExchangedDevice {
  readonly model: string | null;
  readonly serialNumber: string | null;
  readonly softwareVersion: string | null;
  readonly intervalSeconds: number | null;
}

/** Another device reports as a sentry that has no token, from now on. The caller audits it. */
export async function exchangeDevice(
  { clock }: Ctx<UserActor>,
  tx: Tx,
  { guid, tenantGuid: tenant, locationGuid: location, lastUpdateTs }: SentryRow,
  device: ExchangedDevice,
  changed: OnSentryChanged,
): Promise<void> {
  const at = new Date(Math.max(clock.now(), lastUpdateTs.getTime() + 1));
  await updateExchanged(tx.prisma, tenant, guid, device, at);
  await changed(tx, { tenant, location, sentry: guid, change: 'UPDATED' });
}
