import type { Tx } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import type { OnSentryChanged } from './sentry-ports.ts';
import { insertInstallation, insertSentry, markWithoutDevice, type SentryRow } from './sentry-store.ts';

export interface SentryWithoutDevice {
  readonly kind: 'GATEWAY' | 'ADOPTED';
  readonly location: string;
  readonly name: string;
  readonly intervalSeconds: number;
  readonly model: string | null;
  readonly serialNumber: string | null;
  readonly softwareVersion: string | null;
}

/** Adds a sentry that has no token: the server itself reports for it. */
export async function addSentryWithoutDevice(
  { actor, clock }: Ctx<UserActor>,
  tx: Tx,
  { kind, location, name, intervalSeconds, ...device }: SentryWithoutDevice,
  changed: OnSentryChanged,
): Promise<SentryRow> {
  const { tenant } = actor;
  const at = new Date(clock.now());
  const data = {
    ...parseResourceName(name),
    serialNumber: device.serialNumber,
    reportIntervalSeconds: intervalSeconds,
    attributes: {},
  };
  const created = await rejectDuplicateName(() => insertSentry(tx.prisma, tenant, location, newGuid(), data, at));
  await insertInstallation(tx.prisma, tenant, {
    guid: newGuid(),
    sentryGuid: created.guid,
    locationGuid: location,
    installedAt: at,
  });
  await markWithoutDevice(tx.prisma, tenant, created.guid, { kind, ...device, at });
  await changed(tx, { tenant, location, sentry: created.guid, change: 'CREATED' });
  await changed(tx, { tenant, location, sentry: created.guid, change: 'ACTIVATED' });
  return created;
}
