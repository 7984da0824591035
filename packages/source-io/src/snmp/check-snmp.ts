import type { SnmpSettings } from '@picket/contracts/connected-settings';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { SourceNetwork } from '../source-network.ts';
import { findProfiles } from './find-profiles.ts';
import { SnmpClient, SnmpProblem } from './snmp-client.ts';

/** Asks once what the device is and which profiles it answers. */
export async function checkSnmp(
  settings: SnmpSettings,
  network: SourceNetwork,
): Promise<ResponseOf<'POST /integrations/test'>> {
  let client: SnmpClient | null = null;
  try {
    client = await SnmpClient.open(settings, network, new AbortController().signal);
    const { description, profiles } = await findProfiles(client);
    return { connected: true, topics: [], device: { description, profiles: profiles.map(({ name }) => name) } };
  } catch (error) {
    if (!(error instanceof SnmpProblem)) throw error;
    return { connected: false, problem: error.problem, topics: [] };
  } finally {
    client?.close();
  }
}
