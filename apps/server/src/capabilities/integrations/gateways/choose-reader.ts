/** Who reads an integration: this server, or a gateway of the organization. */
import type { SourceSettings } from '@picket/contracts/connected-settings';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { AllowedHosts } from '../../../platform/outbound/outbound-allowlist.ts';
import { deleteBatches, waitingBatches } from './batch-store.ts';
import { lockGateway } from './reader-store.ts';

class EveryHost extends Set<string> {
  override has(): boolean {
    return true;
  }
}

/** A gateway connects to the hosts of its own network: this server does not, and allows none of them. */
export const ANY_HOST: AllowedHosts = new EveryHost();

/** Throws a 400 that names the setting that only this server can have. */
export function checkReadable(settings: SourceSettings, reader: string | null): void {
  if (reader === null) return;
  if (settings.kind === 'WEBHOOK' || settings.kind === 'BROKER')
    throw invalid('readBy', 'is no setting of this kind of integration');
  if (settings.kind === 'MQTT' && settings.exportsSentries)
    throw invalid('exportsSentries', 'is not possible at a broker that a gateway reads');
}

/** Throws a 400 where it is no gateway of the organization; null: this server reads. */
export async function assertGateway({ sql }: Tx, tenant: string, reader: string | null): Promise<void> {
  if (reader !== null && !(await lockGateway(sql, tenant, reader)))
    throw invalid('readBy', 'is no gateway of this organization');
}

/** Before another reader is chosen: throws a 409 while what the one before observed is being stored. */
export async function assertTaken(
  { sql }: Tx,
  tenant: string,
  { guid, enabled }: { readonly guid: string; readonly enabled: boolean },
): Promise<void> {
  const { count } = await waitingBatches(sql, tenant, guid);
  if (count > 0 && enabled)
    throw new AppError('conflict', {
      message: 'What its gateway observed is being stored: try again in a moment, or turn the integration off first',
    });
  await deleteBatches(sql, tenant, guid);
}
