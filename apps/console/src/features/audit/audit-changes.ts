/** The values of an audit entry in words: one line for each field that was set or changed. Pure. */
import type { AuditEntryOut } from '@picket/contracts/types';
import { describePermissions, type Permission, ROLES } from '@picket/domain/permissions';

export interface AuditChange {
  readonly label: string;
  /** undefined: it was not there. */
  readonly before?: string;
  readonly after?: string;
}

export interface AuditNames {
  /** A location's name. */
  readonly nameOf: (location: string) => string;
  /** An instant for the viewer. */
  readonly formatInstant: (instant: string) => string;
}

type Values = Readonly<Record<string, unknown>>;

/** Fields whose name says less than they mean. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  after: 'Answer',
  businessStatus: 'Business status',
  displayName: 'Name',
  doNotDisturb: 'Do not disturb',
  keepDays: 'Kept for days',
  oidc: 'Single sign-on',
  publicUrl: 'Address of Picket',
  requireMfa: 'Second factor required',
  secondFactor: 'Second factor',
  useCelsius: 'Celsius',
};

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u;
const CONSTANT = /^[A-Z]+(?:_[A-Z]+)*$/u;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPermission = (value: unknown): value is Permission =>
  isValues(value) && ROLES.some((role) => role === value.role);

/** `sensorMetricId` -> `Sensor metric id`. */
function labelOf(name: string): string {
  const known = Object.hasOwn(FIELD_LABELS, name) ? FIELD_LABELS[name] : undefined;
  return (
    known ?? capitalize(name.replaceAll('_', ' ').replace(/([a-z\d])([A-Z])/gu, (_, a, b) => `${a} ${b.toLowerCase()}`))
  );
}

const capitalize = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

function textOf(value: unknown, names: AuditNames): string {
  if (value === null || value === '') return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString();
  if (typeof value === 'string') return textOfString(value, names);
  if (Array.isArray(value)) return listText(value, names);
  if (!isValues(value)) return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${labelOf(name).toLowerCase()}: ${textOf(one, names)}`)
    .join(', ');
}

function textOfString(text: string, { formatInstant }: AuditNames): string {
  if (INSTANT.test(text)) return formatInstant(text);
  return text.length > 1 && CONSTANT.test(text) ? capitalize(text.toLowerCase().replaceAll('_', ' ')) : text;
}

function listText(values: readonly unknown[], names: AuditNames): string {
  if (values.length === 0) return 'None';
  if (values.every(isPermission)) return describePermissions(values, names.nameOf).join(' ');
  return values.map((one) => textOf(one, names)).join(values.some(isValues) ? '; ' : ', ');
}

/** The fields of an object, those of objects inside it as fields of their own. */
function flatten(values: Values, prefix = ''): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(values).flatMap(([name, value]): (readonly [string, unknown])[] => {
      const label = prefix === '' ? labelOf(name) : `${prefix}, ${labelOf(name).toLowerCase()}`;
      return isValues(value) ? [...flatten(value, label)] : [[label, value]];
    }),
  );
}

/** What was set or changed, without the fields in `described`. */
export function describeChanges(
  { before, after }: Pick<AuditEntryOut, 'before' | 'after'>,
  names: AuditNames,
  described: ReadonlySet<string> = new Set(),
): readonly AuditChange[] {
  const withoutDescribed = (values: Values | undefined): Values =>
    Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => !described.has(name)));
  const [old, now] = [flatten(withoutDescribed(before)), flatten(withoutDescribed(after))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((label) => {
    const change = {
      label,
      ...(old.has(label) ? { before: textOf(old.get(label), names) } : {}),
      ...(now.has(label) ? { after: textOf(now.get(label), names) } : {}),
    };
    return change.before === change.after ? [] : [change];
  });
}
