/** The names of fields in audit entries that the catalogs have a text for; the compiler compares both. */
import { isNameOf } from '@picket/domain/kind-table';
import type { Translator } from '../../lib/texts.ts';
import type { Catalogs } from '../../locales/english.ts';

type KnownField = keyof Catalogs['fields'] extends infer Key
  ? Key extends `name.${infer Name}`
    ? Name
    : never
  : never;

const KNOWN_FIELDS: Readonly<Record<KnownField, true>> = {
  READINGS: true,
  SUMMARIES: true,
  action: true,
  address: true,
  addressing: true,
  administrator: true,
  after: true,
  answer: true,
  assignee: true,
  response: true,
  attributes: true,
  browser: true,
  businessStatus: true,
  by: true,
  calculation: true,
  channels: true,
  column: true,
  contact: true,
  context: true,
  coordinates: true,
  dayOfWeek: true,
  delivered: true,
  demo: true,
  deviceOs: true,
  digest: true,
  displayName: true,
  doNotDisturb: true,
  email: true,
  ended: true,
  endsAt: true,
  except: true,
  expiresAt: true,
  factor: true,
  fingerprint: true,
  first: true,
  forEveryone: true,
  frequency: true,
  from: true,
  hasPassword: true,
  host: true,
  hosts: true,
  hour: true,
  isClosed: true,
  isNeeded: true,
  keepDays: true,
  kind: true,
  language: true,
  lat: true,
  latitude: true,
  location: true,
  locations: true,
  lon: true,
  longitude: true,
  matrix: true,
  minutes: true,
  model: true,
  name: true,
  newDevice: true,
  offset: true,
  oidc: true,
  owner: true,
  password: true,
  permissions: true,
  place: true,
  policies: true,
  policy: true,
  port: true,
  preferences: true,
  problems: true,
  provider: true,
  proxy: true,
  publicUrl: true,
  quietHours: true,
  reason: true,
  reportIntervalSeconds: true,
  requireMfa: true,
  revokedApiTokens: true,
  row: true,
  scenario: true,
  schedule: true,
  search: true,
  secondFactor: true,
  security: true,
  sensor: true,
  sensorMetricId: true,
  sensors: true,
  sentries: true,
  sentry: true,
  serialNumber: true,
  series: true,
  severity: true,
  startsAt: true,
  step: true,
  steps: true,
  suspended: true,
  text: true,
  theme: true,
  timeFormat: true,
  timezone: true,
  title: true,
  to: true,
  until: true,
  useCelsius: true,
  user: true,
  verdict: true,
  weekStart: true,
  wifi: true,
  zoneId: true,
};

const capitalize = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** `serialNumber` -> `Serial number`; a field that no catalog has is spelled out from its name. */
export function auditFieldText(t: Translator, name: string): string {
  const known = name.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
  if (isNameOf(KNOWN_FIELDS, known)) return t(`fields.name.${known}`);
  const words = name.replaceAll('_', ' ').replace(/([a-z\d])([A-Z])/gu, (_, a, b) => `${a} ${b.toLowerCase()}`);
  return capitalize(words);
}

/** `TEN_TIMES` -> `Ten times`. */
export const constantText = (constant: string): string => capitalize(constant.toLowerCase().replaceAll('_', ' '));
