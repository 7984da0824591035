/**
 * What fields mean that have the same name everywhere. They stand here rather than in the schemas, which the console loads when a
 * form is edited.
 */
import { SEVERITY_LABELS } from '@picket/domain/severity';

type Schema = Readonly<Record<string, unknown>>;

const METRIC =
  'What is measured: a sensor and a quantity, joined by an underscore, such as `environment_temperature`. Of a fluid sensor with its model and serial number: `fluid-FX2-0042_leak`. docs/reference/metrics.md lists them.';

/** By name; a value may add examples. */
const FIELDS: Readonly<Record<string, Schema>> = {
  accepted: { description: 'How many entries were stored.' },
  activationCode: {
    description: 'The code that a device exchanges for its token: 8 characters, valid once, for 7 days.',
    examples: ['K7RM2XQP'],
  },
  ageSeconds: { description: 'Seconds since it was measured.' },
  at: { description: 'When it happened or was measured.' },
  bytes: { description: 'How many bytes it has.' },
  chunks: { description: 'The SHA-256 of each MiB of the video, in order.' },
  attributes: {
    description: 'Own fields by key. A key has parts joined by a slash, such as `rack/row`.',
    examples: [{ 'rack/row': 'B' }],
  },
  backfilled: { description: 'Raised from readings that were received later than they were measured.' },
  by: { description: 'Who did it, by name or address.' },
  clearedAt: { description: 'When it ended, exit delays included. Absent: it is still on.' },
  clientId: { description: 'The client id to connect with: the guid of the sentry. The broker accepts no other.' },
  clip: { description: 'The clip: recorded video of an alert.' },
  clockOffsetMs: { description: 'How far the clock of the device is ahead of the server, in milliseconds.' },
  clockSkewed: { description: 'The clock of the device is wrong: it reported readings from the future.' },
  codec: { description: 'The codec of the video, as browsers name it.', examples: ['avc1.42c01f'] },
  column: { description: 'The value of the metric, such as `value` or `max`.', examples: ['value'] },
  createdAt: { description: 'When it was created.' },
  cursor: { description: 'Where to continue: the `nextCursor` of the page before.' },
  deletable: { description: 'false: part of the product, which cannot be deleted.' },
  doNotDisturb: { description: 'When alerts of the policy are muted, in the time zone of the location.' },
  duplicates: { description: 'How many were stored before. Sending a report again is safe.' },
  endedAt: { description: 'When what raised it was over. Absent: it is still on.' },
  errors: { description: 'What is wrong, field by field.' },
  exitDelay: { description: 'Seconds for which it has to be false before it is over.' },
  expiresAt: { description: 'When it stops being valid.' },
  from: { description: 'The beginning of the time range, included.', examples: ['2026-03-02T00:00:00Z'] },
  guid: { description: 'The id: a UUID.' },
  hasCamera: { description: 'Whether the device has a camera.' },
  holdSeconds: { description: 'Seconds for which a reading of this series counts as current.' },
  index: { description: 'The place in the list that was sent, from 0.' },
  intervalSeconds: { description: 'Seconds between two reports that are expected of the sensor.' },
  intervals: { description: 'Sensors with an expected interval of their own, in seconds, by `sensorMetricId`.' },
  isMasked: { description: 'Whether masked cells were painted black before the video was encoded.' },
  isTimeLapse: {
    description: 'Whether it has one picture each ten seconds: what an alert gets that goes on after its three clips.',
  },
  isOn: { description: 'Whether the camera may film. false: the device keeps nothing and sends nothing.' },
  last_update_ts: { description: 'When it was last changed; for If-Unmodified-Since.' },
  lastReceivedAt: { description: 'When the newest report was received.' },
  late: {
    description: 'How many of the accepted ones are older than what was evaluated already. They are evaluated as well.',
  },
  limit: { description: 'The most entries of one page.', examples: [100] },
  model: { description: 'The model of the device or sensor.', examples: ['FX2'] },
  moreToFollow: {
    description:
      'Further reports with older or newer readings follow at once, from a backlog. Notifications of what they raise wait for the last one.',
  },
  mqtt: { description: 'The account of the sentry at the MQTT broker. Absent: Picket manages no accounts there.' },
  muted: { description: 'Notifications are suppressed by do not disturb.' },
  nextCursor: { description: 'The `cursor` of the next page; null: this is the last one.' },
  offset: { description: 'How many bytes of the part are stored: the upload continues there.' },
  offSince: {
    description:
      'Since when the camera has been off. Delete what was filmed from then on: a clip that reaches beyond is refused.',
  },
  onsetDelay: { description: 'Seconds for which it has to be true before it counts.' },
  operand: { description: 'The value that was compared with the limit; null: unknown.' },
  operator: { description: 'How the value is compared with the limit.' },
  password: { description: 'The password. At sign-in: `base64:` and the base64 of its UTF-8 bytes.' },
  raisedAt: { description: 'When it was raised, onset delays included.' },
  readings: { description: 'The readings, in any order. None: a heartbeat.' },
  rejected: {
    description:
      'The entries that were not stored, each with its place in the request, the field and the reason. Do not send them again.',
  },
  reportIntervalSeconds: {
    description: 'Seconds between two reports that are expected of the device.',
    examples: [60],
  },
  ringSeconds: { description: 'How many seconds of video the device keeps on its own disk.' },
  requestId: { description: 'Identifies the request in the log of the server.' },
  sensorMetricId: { description: METRIC, examples: ['environment_temperature'] },
  sensorMetricIdList: { description: 'The metrics whose pictures it divides.' },
  sentAt: { description: 'The time of the device when it sent this.', examples: ['2026-03-02T10:00:00Z'] },
  serial_number: { description: 'The serial number of the sensor.', examples: ['0042'] },
  serialNumber: { description: 'The serial number of the device.', examples: ['PT-0042'] },
  search: { description: 'Only what contains this text.' },
  serverTime: { description: 'The time of the server, to set a clock by.' },
  sha256: { description: 'The SHA-256 of all bytes, in hexadecimal.' },
  severity: {
    description:
      'How bad it is, 0 to 999: 300 or more is critical, 200 or more a warning, 100 or more info, less is none.',
    examples: [300],
  },
  severityLabel: { description: `The severity in a word: ${SEVERITY_LABELS.join(', ')}.` },
  softwareVersion: { description: 'The version of the software on the device.', examples: ['1.0.0'] },
  startedAt: { description: 'When what raised it began.' },
  still: { description: 'One picture of the video, as a JPEG.' },
  strip: { description: 'Twenty pictures of the video side by side, in one JPEG.' },
  subject: { description: 'The fluid sensor it is about, such as `fluid-FX2-0042`; absent or null: none.' },
  supportsMasks: { description: 'Whether the device paints masked cells black before it encodes.' },
  threshold: { description: 'The limit, in the unit of the column.' },
  timezone: { description: 'An IANA time zone.', examples: ['Europe/Zurich'] },
  to: { description: 'The end of the time range, not included.', examples: ['2026-03-03T00:00:00Z'] },
  token: { description: 'The secret token. It is returned once.' },
  topics: {
    description:
      'The two topics that the account may use: reports are published to `telemetry`, at quality of service 1, and each is answered on `response`.',
  },
  unit: { description: 'The unit of the values.', examples: ['°C'] },
  uploads: { description: 'Where each part of the clip is uploaded to, and how much of it is stored.' },
  url: { description: 'The address to open, to connect to, or to send to.' },
  username: { description: 'The name of the account. At sign-in: the e-mail address.' },
  watching: { description: 'Who watches now; for a device, how many.' },
  withdrawn: {
    description: 'Readings that arrived late show that it should not have been raised. It is kept, and not counted.',
  },
  zoneId: { description: 'The zone of the picture.' },
};

const isText = (schema: Schema): boolean => schema.type === 'string';

/** The description of a field by its name, with an example where it fits; null where the name says nothing. */
export function fieldDescriptionOf(name: string, schema: Schema, direction: 'input' | 'output'): Schema | null {
  if (!Object.hasOwn(FIELDS, name)) return null;
  const { description, examples } = FIELDS[name] ?? {};
  const fits =
    direction === 'input' &&
    Array.isArray(examples) &&
    schema.examples === undefined &&
    schema.enum === undefined &&
    (typeof examples[0] === 'string' ? isText(schema) : typeof examples[0] === 'number' && schema.type === 'integer');
  return { description, ...(fits ? { examples } : {}) };
}
