/** What a device answered over SNMP as announced devices: one for a UPS, one for each probe, with what they say now. Pure. */
import { cleanText } from '@picket/domain/text';
import type { AnnouncedDevice, AnnouncedEntity, Announcement } from '../announced.ts';
import { polledAvailability } from '../polled-place.ts';
import type { Flag, Measure, Oid, Part, Profile, Sign } from './device-profile.ts';

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
const MAX_DIGITS = 9;

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
  const ofPresence = part.presence === undefined ? [] : [...(answers.get(part.presence.oid)?.keys() ?? [])];
  const ofFields = part.fields.flatMap((field) => {
    const columns = field.kind === 'measure' ? [field.oid] : field.of.map(({ oid }) => oid);
    return columns.flatMap((oid) => rowsThatEnd([...(answers.get(oid)?.keys() ?? [])], field.rowEnd));
  });
  return [...new Set([...ofPresence, ...ofFields])];
}

/** Their numbers without that end. */
function rowsThatEnd(rows: readonly string[], rowEnd: string | undefined): readonly string[] {
  if (rowEnd === undefined) return rows;
  const end = `.${rowEnd}`;
  return rows.flatMap((row) => (row.endsWith(end) ? [row.slice(0, -end.length)] : []));
}

function deviceOf(
  profile: Profile,
  part: Part,
  row: string | null,
  answers: SnmpAnswers,
  sysName: string,
  { host, pollSeconds, known }: Asked,
): SnmpDevice | null {
  const read = readIn(answers, row);
  if (!hasSign(part.ofKind, read)) return null;
  const place = [profile.id, part.id, ...(row === null ? [] : [row])].join(' ');
  const isPresent = hasSign(part.presence, read);
  const values = part.fields.map((field) => {
    const { rowEnd } = field;
    const inRow: Read = rowEnd === undefined || row === null ? read : readIn(answers, `${row}.${rowEnd}`);
    return [field, isPresent && hasSign(field.available, inRow) ? valueBy(field, inRow) : null] as const;
  });
  const before = known(place);
  // What has never had a value is not there: a place without a probe, or a UPS that does not measure it.
  const entities = values.flatMap(([field, value]) => {
    const isKnown = before.some(({ id }) => id === field.id);
    return value === null && !isKnown ? [] : [entityOf(place, field, pollSeconds)];
  });
  if (entities.length === 0) return null;
  const label = textOf(part.label, read) ?? (row === null ? part.name : `${part.name} ${numberOf(part, read) ?? row}`);
  const device: AnnouncedDevice = {
    identity: identityOf(part, host, place),
    name: cleanText([sysName || host, label].join(' '), MAX_NAME),
    maker: profile.maker,
    model: textAbove(part.model, answers, row) ?? profile.name,
    serialNumber: textAbove(part.serial, answers, row),
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

const readIn =
  (answers: SnmpAnswers, row: string | null): Read =>
  (oid, isOfDevice = false) =>
    valueAt(answers, oid, isOfDevice ? null : row);

function hasSign(sign: Sign | undefined, read: Read): boolean {
  if (sign === undefined) return true;
  const sent = read(sign.oid);
  if (sent === undefined) return sign.orMissing === true;
  return sent.kind === 'number' && sign.present.includes(sent.value);
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
  if (sent === undefined || scale === null) return null;
  if (sent.kind !== 'number') return REFUSED;
  if (NO_VALUES.has(sent.value) || field.noValues?.includes(sent.value)) return null;
  if (sent.value === -1 && field.isSigned === undefined) return null;
  const value = inUnit(field, sent.value * scale, read);
  if (value === null) return null;
  const [min, max] = field.range;
  return value >= min && value <= max ? value : REFUSED;
}

/** What is sent, and what it is multiplied by; null: nobody knows. */
function sentBy(field: Measure, read: Read): readonly [SnmpValue | undefined, number | null] {
  const { oid, scale, coarse, digits } = field;
  const sent = read(oid);
  const isMissing = sent === undefined || (sent.kind === 'number' && sent.value === 0);
  if (isMissing && coarse !== undefined) return [read(coarse.oid) ?? sent, coarse.scale];
  if (digits === undefined) return [sent, scale];
  const behindPoint = read(digits);
  const isKnown = behindPoint?.kind === 'number' && behindPoint.value >= 0 && behindPoint.value <= MAX_DIGITS;
  return [sent, isKnown ? scale / 10 ** behindPoint.value : null];
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

/** Row 1.2 of a table is a part of row 1 of the one above it, and of the device. */
function textAbove(oid: Oid | undefined, answers: SnmpAnswers, row: string | null): string | null {
  if (row === null) return textOf(oid, readIn(answers, null));
  const numbers = row.split('.');
  const above = [...numbers.map((_number, index) => numbers.slice(0, numbers.length - index).join('.')), '0'];
  return above.map((one) => textOf(oid, readIn(answers, one))).find((text) => text !== null) ?? null;
}

function numberOf({ number }: Part, read: Read): string | null {
  const sent = number === undefined ? undefined : read(number);
  return sent?.kind === 'number' ? String(sent.value) : textOf(number, read);
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
