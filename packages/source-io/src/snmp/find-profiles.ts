/** What a device says of itself, and the profiles that it answers. */
import type { Oid, Profile } from '@picket/devices/snmp/device-profile';
import { candidatesFor, fitting, SYS_DESCR, SYS_NAME, SYS_OBJECT_ID } from '@picket/devices/snmp/profiles';
import type { SnmpAnswers } from '@picket/devices/snmp/snmp-devices';
import { readColumns } from './read-columns.ts';
import type { SnmpClient } from './snmp-client.ts';

interface FoundProfiles {
  readonly description: string;
  /** Empty where it has none. */
  readonly sysName: string;
  readonly profiles: readonly Profile[];
}

/** Throws SnmpProblem. */
export async function findProfiles(client: SnmpClient): Promise<FoundProfiles> {
  const system = await readColumns(client, [SYS_DESCR, SYS_OBJECT_ID, SYS_NAME], 1);
  const candidates = candidatesFor(textAt(system, SYS_OBJECT_ID));
  const probed = await readColumns(
    client,
    candidates.map(({ probe }) => probe),
    1,
  );
  return {
    description: textAt(system, SYS_DESCR) ?? '',
    sysName: textAt(system, SYS_NAME) ?? '',
    profiles: fitting(candidates.filter(({ probe }) => probed.has(probe))),
  };
}

function textAt(answers: SnmpAnswers, oid: Oid): string | null {
  const value = answers.get(oid)?.get('0');
  return value?.kind === 'text' ? value.value : null;
}
