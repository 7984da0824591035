/**
 * Picket's own form of a report, for whatever can send JSON: `{device, name?, model?, at?, values}`. The names of values are the usual ones of
 * LoRaWAN decoders, with a few more. Pure.
 */
import type { Millis } from '@picket/domain/time';
import { observe } from '../read-state.ts';
import { DecodedMessage } from '../value-rule.ts';
import {
  deviceKeyOf,
  type Format,
  type FormatMessage,
  type FormatReading,
  type FormatValues,
  IGNORED,
  type NamedValue,
} from './format.ts';
import { loraValues, stateOf } from './lorawan-values.ts';
import {
  announcementOf,
  deviceText,
  isEntityName,
  type Kind,
  measured,
  messageOf,
  TRUE_OR_FALSE,
} from './named-values.ts';

/** A report that was checked. */
export interface OwnReport {
  /** The same for as long as the device exists. */
  readonly device: string;
  readonly name: string | null;
  readonly model: string | null;
  /** null: when it arrives. */
  readonly at: Millis | null;
  readonly values: Readonly<Record<string, number | boolean | string | null>>;
}

const PREFIX = 'report/';

/** Where a report stands among other messages; no broker is asked for it. */
export const ownReportTopic = ({ device }: Pick<OwnReport, 'device'>): string => `${PREFIX}${device}`;

export const OWN_REPORT: Format = { filters: [], open: () => ({ read }) };

/** Names that decoders use for too many things: here they are what they say. */
const KINDS: Readonly<Record<string, Kind>> = {
  power: measured('power', 'W'),
  voltage: measured('voltage', 'V'),
  current: measured('current', 'A'),
  vibration: state('vibration'),
  gas: state('gas'),
  co: state('carbon_monoxide'),
  on_battery: state('on_battery'),
};

function state(deviceClass: string): Kind {
  return { ...measured(deviceClass, null), states: TRUE_OR_FALSE };
}

/** Names of values that cannot be what their name says, such as a temperature that is no number. */
export function unreadableValues(report: OwnReport): readonly string[] {
  const values = valuesOf(report, null);
  const announcement = announcementOf(readingOf(report, values, null), null);
  const entities = announcement?.kind === 'announced' ? announcement.entities : [];
  const message = messageOf(values);
  const refused = new Set(
    entities.filter((entity) => observe(entity, message)?.kind === 'refused').map(({ id }) => id),
  );
  const understood = new Set(values.filter(({ deviceClass }) => deviceClass !== null).map(({ id }) => id));
  return Object.entries(report.values).flatMap(([id, value]) => {
    const isNumber = typeof value === 'number' || value === null;
    return refused.has(id) || (!isNumber && !understood.has(id) && isQuantity(id)) ? [id] : [];
  });
}

/** Numbers that some quantity has, each that of another: a charge, a pressure. */
const SAMPLES = [1, 50, 1000];

/** Whether a number of this name is a measurement. */
const isQuantity = (id: string): boolean =>
  SAMPLES.some((sample) =>
    loraValues({ [id]: sample }, null).some(({ deviceClass, states }) => deviceClass !== null && states === undefined),
  );

function read({ topic, message, known }: FormatMessage): FormatReading | null {
  const report = topic.startsWith(PREFIX) ? reportIn(message) : null;
  if (report === null) return null;
  const before = known(keyOf(report));
  const values = valuesOf(report, before);
  return values.length === 0 ? IGNORED : readingOf(report, values, before);
}

const keyOf = ({ device }: OwnReport): string => deviceKeyOf('report', device);

/** The report that stands in a message of this program. */
function reportIn(message: DecodedMessage): OwnReport | null {
  const sent = message.json();
  return sent instanceof SentReport ? sent.report : null;
}

class SentReport {
  readonly report: OwnReport;
  constructor(report: OwnReport) {
    this.report = report;
  }
}

export const ownReportMessage = (report: OwnReport): DecodedMessage => DecodedMessage.ofJson(new SentReport(report));

function valuesOf({ values }: OwnReport, known: ReturnType<FormatMessage['known']>): readonly NamedValue[] {
  const own: NamedValue[] = [];
  const usual: Record<string, unknown> = {};
  for (const [id, value] of Object.entries(values)) {
    const kind = Object.hasOwn(KINDS, id) ? KINDS[id] : undefined;
    if (kind === undefined) usual[id] = value;
    else if (isEntityName(id))
      own.push({ id, value: kind.states === undefined ? value : stateOf(value, 'flag'), ...kind });
  }
  return [...own, ...loraValues(usual, known)];
}

function readingOf(
  report: OwnReport,
  values: readonly NamedValue[],
  before: ReturnType<FormatMessage['known']>,
): FormatValues {
  const { device, at } = report;
  return {
    kind: 'values',
    deviceKey: keyOf(report),
    device: {
      identity: `report_${device}`,
      name: deviceText(report.name) ?? before?.device.name ?? device,
      maker: before?.device.maker ?? null,
      model: deviceText(report.model) ?? before?.device.model ?? null,
      serialNumber: device,
      softwareVersion: null,
      availability: [],
    },
    values,
    isReading: true,
    at,
    expectedSeconds: null,
    through: null,
    leftOut: [],
  };
}
