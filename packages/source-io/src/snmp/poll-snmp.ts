/** Asks a device over SNMP for what its profiles have. */

import type { SnmpSettings } from '@picket/contracts/connected-settings';
import { columnsOf } from '@picket/devices/snmp/profiles';
import { type SnmpDevice, snmpDevicesOf } from '@picket/devices/snmp/snmp-devices';
import type { PolledSource, PollResult } from '../polled-source.ts';
import type { SourceNetwork } from '../source-network.ts';
import { findProfiles } from './find-profiles.ts';
import { readColumns } from './read-columns.ts';
import { SnmpClient, SnmpProblem } from './snmp-client.ts';

const MAX_ROWS = 200;

/** The settings as a source that is polled. */
export const polledSnmp = (settings: SnmpSettings): PolledSource => ({
  pollSeconds: settings.pollSeconds,
  poll: async (known, network, closing) => {
    try {
      return await poll(settings, known, network, closing);
    } catch (error) {
      if (error instanceof SnmpProblem) return { kind: 'failed', problem: error.problem };
      throw error;
    }
  },
});

async function poll(
  settings: SnmpSettings,
  known: Parameters<PolledSource['poll']>[0],
  network: SourceNetwork,
  closing: AbortSignal,
): Promise<PollResult> {
  const client = await SnmpClient.open(settings, network, closing);
  try {
    const { sysName, profiles } = await findProfiles(client);
    if (profiles.length === 0) return { kind: 'failed', problem: 'NO_PROFILE' };
    const devices: SnmpDevice[] = [];
    for (const profile of profiles) {
      const { single, rows } = columnsOf(profile);
      const answers = new Map([
        ...(await readColumns(client, single, 1)),
        ...(await readColumns(client, rows, MAX_ROWS)),
      ]);
      const asked = { host: settings.host, pollSeconds: settings.pollSeconds, known };
      devices.push(...snmpDevicesOf(profile, answers, sysName, asked));
    }
    return { kind: 'polled', devices, leftOut: [] };
  } finally {
    client.close();
  }
}
