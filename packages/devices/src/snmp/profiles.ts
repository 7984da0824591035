/** The profiles, and which of them are asked for. Pure. A new kind of device is a file with its table, and a line here. */
import { AKCP_PLUS, AKCP_PROBE } from './akcp.ts';
import { APC_PDU, APC_PDU_OF_CURRENT } from './apc-pdu.ts';
import { APC_PROBES } from './apc-probes.ts';
import { APC_UPS } from './apc-ups.ts';
import type { Flag, Measure, Oid, Profile } from './device-profile.ts';
import { EATON_PDU } from './eaton-pdu.ts';
import { GEIST } from './geist.ts';
import { RARITAN_PDU } from './raritan-pdu.ts';
import { ROOM_ALERT_3E, ROOM_ALERT_12E } from './room-alert.ts';
import { SERVER_TECH_3, SERVER_TECH_4 } from './server-tech.ts';
import { UPS_MIB } from './ups-mib.ts';
import { VERTIV_PDU } from './vertiv-pdu.ts';

/** Those of a maker stand before the general one: it says less. */
const PROFILES: readonly Profile[] = [
  APC_UPS,
  APC_PROBES,
  APC_PDU,
  APC_PDU_OF_CURRENT,
  ROOM_ALERT_3E,
  ROOM_ALERT_12E,
  GEIST,
  VERTIV_PDU,
  RARITAN_PDU,
  SERVER_TECH_4,
  SERVER_TECH_3,
  EATON_PDU,
  AKCP_PLUS,
  AKCP_PROBE,
  UPS_MIB,
];

/** Of every device: what it is, its identifier, and its name. */
export const SYS_DESCR = '1.3.6.1.2.1.1.1';
export const SYS_OBJECT_ID = '1.3.6.1.2.1.1.2';
export const SYS_NAME = '1.3.6.1.2.1.1.5';

export const isBelow = (oid: Oid, root: Oid): boolean => oid === root || oid.startsWith(`${root}.`);

/** Those worth a question: all of them where the device does not say what it is. */
export const candidatesFor = (objectId: Oid | null): readonly Profile[] =>
  PROFILES.filter(
    ({ objectIds }) => objectId === null || objectIds.length === 0 || objectIds.some((root) => isBelow(objectId, root)),
  );

/** Of several about the same thing, the first. */
export const fitting = (answered: readonly Profile[]): readonly Profile[] =>
  answered.filter(
    (profile) => profile.subject === null || profile === answered.find(({ subject }) => subject === profile.subject),
  );

/** All columns of a profile that are read, those of rows apart from the others. */
export function columnsOf(profile: Profile): { readonly single: readonly Oid[]; readonly rows: readonly Oid[] } {
  const single = new Set<Oid>();
  const rows = new Set<Oid>();
  for (const part of profile.parts) {
    const into = part.hasRows ? rows : single;
    const { label, number, model, serial, ofKind, presence, fields } = part;
    for (const oid of [label, number, model, serial, ofKind?.oid, presence?.oid]) if (oid !== undefined) into.add(oid);
    for (const oid of fields.flatMap(columnsOfField)) into.add(oid);
  }
  return { single: [...single], rows: [...rows].filter((oid) => !single.has(oid)) };
}

function columnsOfField(field: Measure | Flag): readonly Oid[] {
  const available = field.available === undefined ? [] : [field.available.oid];
  if (field.kind === 'flag') return [...field.of.map(({ oid }) => oid), ...available];
  return [field.oid, field.digits, field.coarse?.oid, field.fahrenheit?.oid, ...available].flatMap((oid) => oid ?? []);
}
