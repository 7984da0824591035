/** What a device answered over SNMP as announced devices: one for a UPS, one for each probe, with what they say now. Pure. */
import { cleanText } from '@picket/domain/text';
import type { AnnouncedDevice, AnnouncedEntity, Announcement } from '../announced.ts';
import { polledAvailability } from '../polled-place.ts';
import type { Flag, Measure, Oid, Part, Profile } from './device-profile.ts';

/** A value as it was sent. `other`: one that is no measurement, such as a counter. Nothing is answered: it is not there. */
export type SnmpValue =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'other' };

/** By column, then by row: the rest of the identifier, such as `0` or `1.2`. */
export type SnmpAnswers = ReadonlyMap<Oid, ReadonlyMap<string, SnmpValue>>;

export interface SnmpDevice {
  readonly place: string;
  readonly found: {
    readonly announcement: Announcement & { readonly kind: 'announced' };
    readonly messages: readonly [{ readonly message: string; readonly at: null }];
  };
}

interface Asked {
  /** What the source is called: of a device without a name of its own. */
  readonly host: string;
  readonly pollSeconds: number;
  /** What was announced of a place before. */
  readonly known: (place: string) => readonly AnnouncedEntity[];
}

/** What agents of many makers send where they have no value. */
const NO_VALUES = new Set([32_767, 65_535, -9999, -32_768, 2_147_483_647, -2_147_483_648, 4_294_967_295]);
/** No number, and no word for unknown: the rules of an entity refuse it. */
const REFUSED = 'refused';
const MAX_NAME = 100;

/** The devices of a profile that answered. `sysName`: what the device calls itself. */
export function snmpDevicesOf(
  profile: Profile,
  answers: SnmpAnswers,
  sysName: string,
  asked: Asked,
): readonly SnmpDevice[] {
  return profile.parts.flatMap((part) =>
    rowsOf(part, answers).flatMap((row) => deviceOf(profile, part, row, answers, sysName, asked) ?? []),
  );
}

/** null stands for the first row there is. */
function rowsOf(part: Part, answers: SnmpAnswers): readonly (string | null)[] {
  if (!part.hasRows) return [null];
  const columns = [
    part.presence?.oid,
    ...part.fields.flatMap((field) => (field.kind === 'measure' ? [field.oid] : [])),
  ];
  return [...new Set(columns.flatMap((oid) => (oid === undefined ? [] : [...(answers.get(oid)?.keys() ?? [])])))];
}

function deviceOf(
  profile: Profile,
  part: Part,
  row: string | null,
  answers: SnmpAnswers,
  sysName: string,
  { host, pollSeconds, known }: Asked,
): SnmpDevice | null {
  const read: Read = (oid, isOfDevice = false) => valueAt(answers, oid, isOfDevice ? null : row);
  const place = [profile.id, part.id, ...(row === null ? [] : [row])].join(' ');
  const isPresent = presenceOf(part, read);
  const values = part.fields.map((field) => [field, isPresent ? valueBy(field, read) : null] as const);
  const before = known(place);
  // What has never had a value is not there: a place without a probe, or a UPS that does not measure it.
  const entities = values.flatMap(([field, value]) => {
    const isKnown = before.some(({ id }) => id === field.id);
    return value === null && !isKnown ? [] : [entityOf(place, field, pollSeconds)];
  });
  if (entities.length === 0) return null;
  const label = textOf(part.label, read);
  const device: AnnouncedDevice = {
    identity: identityOf(part, host, place),
    name: cleanText([sysName || host, label ?? (row === null ? part.name : `${part.name} ${row}`)].join(' '), MAX_NAME),
    maker: profile.maker,
    model: textOf(part.model, read) ?? profile.name,
    serialNumber: textOf(part.serial, read),
    softwareVersion: null,
    availability: [polledAvailability(place)],
  };
  return {
    place,
    found: {
      announcement: { kind: 'announced', device, entities, leftOut: [] },
      messages: [
        { message: JSON.stringify(Object.fromEntries(values.map(([{ id }, value]) => [id, value]))), at: null },
      ],
    },
  };
}

/** The series of a leak sensor is named after it, and must not be that of the same place at another device. */
const identityOf = ({ fields }: Part, host: string, place: string): string =>
  fields.some(({ deviceClass }) => deviceClass === 'moisture') ? `${host} ${place}` : place;

function valueAt(answers: SnmpAnswers, oid: Oid, row: string | null): SnmpValue | undefined {
  const rows = answers.get(oid);
  return row === null ? rows?.values().next().value : rows?.get(row);
}

/** `isOfDevice`: it stands in no row of a table. */
type Read = (oid: Oid, isOfDevice?: boolean) => SnmpValue | undefined;

function presenceOf({ presence }: Part, read: Read): boolean {
  if (presence === undefined) return true;
  const sent = read(presence.oid);
  return sent?.kind === 'number' && presence.present.includes(sent.value);
}

const valueBy = (field: Measure | Flag, read: Read): number | string | null =>
  field.kind === 'flag' ? stateOf(field, read) : measuredBy(field, read);

function stateOf({ of }: Flag, read: Read): string | null {
  const sent = of.map(({ oid, on, off }) => {
    const value = read(oid);
    if (value?.kind !== 'number') return null;
    return on.includes(value.value) ? 'ON' : off.includes(value.value) ? 'OFF' : null;
  });
  return sent.includes('ON') ? 'ON' : sent.includes('OFF') ? 'OFF' : null;
}

function measuredBy(field: Measure, read: Read): number | string | null {
  const [sent, scale] = sentBy(field, read);
  if (sent === undefined) return null;
  if (sent.kind !== 'number') return REFUSED;
  if (NO_VALUES.has(sent.value) || field.noValues?.includes(sent.value)) return null;
  if (sent.value === -1 && field.isSigned === undefined) return null;
  const value = inUnit(field, sent.value * scale, read);
  if (value === null) return null;
  const [min, max] = field.range;
  return value >= min && value <= max ? value : REFUSED;
}

function sentBy({ oid, scale, coarse }: Measure, read: Read): readonly [SnmpValue | undefined, number] {
  const sent = read(oid);
  const isMissing = sent === undefined || (sent.kind === 'number' && sent.value === 0);
  return isMissing && coarse !== undefined ? [read(coarse.oid) ?? sent, coarse.scale] : [sent, scale];
}

/** In °C whatever is set at the device, so that another setting is not another temperature. null: the setting is unknown. */
function inUnit({ fahrenheit }: Measure, value: number, read: Read): number | null {
  const rounded = Number(value.toPrecision(12));
  if (fahrenheit === undefined) return rounded;
  const setting = read(fahrenheit.oid, fahrenheit.isOfDevice);
  if (setting === undefined || setting.kind === 'other') return null;
  if (setting.value === fahrenheit.celsius) return rounded;
  return setting.value === fahrenheit.fahrenheit ? Number((((value - 32) * 5) / 9).toPrecision(12)) : null;
}

function textOf(oid: Oid | undefined, read: Read): string | null {
  const sent = oid === undefined ? undefined : read(oid);
  return sent?.kind === 'text' && sent.value !== '' ? sent.value : null;
}

const entityOf = (place: string, field: Measure | Flag, pollSeconds: number): AnnouncedEntity => ({
  id: field.id,
  component: field.kind === 'flag' ? 'binary_sensor' : 'sensor',
  name: field.name,
  deviceClass: field.deviceClass,
  unit: field.kind === 'flag' ? null : field.unit,
  category: field.category,
  stateTopic: place,
  rule: { path: [field.id], operations: [] },
  payloadOn: 'ON',
  payloadOff: 'OFF',
  expireAfterSeconds: pollSeconds,
});
