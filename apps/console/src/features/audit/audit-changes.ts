/** The values of an audit entry in words: one line for each field that was set or changed. Pure. */

import type { AuditEntryOut } from '@picket/contracts/types';
import { parseBrowserName } from '@picket/domain/actors';
import { isNameOf } from '@picket/domain/kind-table';
import { type Permission, ROLES } from '@picket/domain/permissions';
import { BUSINESS_STATUSES } from '@picket/domain/tenants';
import { browserText } from '@picket/i18n/actor-words';
import { sharedTextsOf } from '@picket/i18n/shared-texts';
import type { Translator } from '../../lib/texts.ts';
import { auditFieldText, constantText } from './audit-field-names.ts';

export interface AuditChange {
  readonly label: string;
  /** undefined: it was not there. */
  readonly before?: string;
  readonly after?: string;
}

export interface AuditNames {
  /** What permissions allow, in sentences. */
  readonly describePermissions: (permissions: readonly Permission[]) => readonly string[];
  /** An instant for the viewer. */
  readonly formatInstant: (instant: string) => string;
  readonly formatNumber: (value: number) => string;
}

type Values = Readonly<Record<string, unknown>>;

/** Turns values into words. */
interface Wording extends AuditNames {
  readonly t: Translator;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u;
const CONSTANT = /^[A-Z]+(?:_[A-Z]+)*$/u;

/** Constants with a text of their own; others are spelled out. */
const KNOWN_CONSTANTS = { REAL: true, FALSE_ALARM: true, MAINTENANCE: true, DAILY: true, WEEKLY: true } as const;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPermission = (value: unknown): value is Permission =>
  isValues(value) && ROLES.some((role) => role === value.role);

function textOf(value: unknown, wording: Wording): string {
  const { t } = wording;
  if (value === null || value === '') return t('fields.value.none');
  if (typeof value === 'boolean') return t(value ? 'fields.value.yes' : 'fields.value.no');
  if (typeof value === 'number') return wording.formatNumber(value);
  if (typeof value === 'string') return textOfString(value, wording);
  if (Array.isArray(value)) return listText(value, wording);
  if (!isValues(value)) return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${auditFieldText(t, name)}: ${textOf(one, wording)}`)
    .join(', ');
}

function textOfString(text: string, { t, formatInstant }: Wording): string {
  if (INSTANT.test(text)) return formatInstant(text);
  if (text.length < 2 || !CONSTANT.test(text)) return text;
  if (isNameOf(KNOWN_CONSTANTS, text)) return t(`fields.value.${text}`);
  const status = BUSINESS_STATUSES.find((one) => one === text);
  return status === undefined ? constantText(text) : t(`admin.businessStatus.${status}`);
}

function listText(values: readonly unknown[], wording: Wording): string {
  if (values.length === 0) return wording.t('fields.value.none');
  if (values.every(isPermission)) return wording.describePermissions(values).join(' ');
  return values.map((one) => textOf(one, wording)).join(values.some(isValues) ? '; ' : ', ');
}

/** A browser is stored as a name in English. */
const translatedValue = (t: Translator, name: string, value: unknown): unknown =>
  name === 'browser' && typeof value === 'string' ? browserText(sharedTextsOf(t), parseBrowserName(value)) : value;

/** The fields of an object, those of objects inside it as fields of their own: "From › Name". */
function flatten(t: Translator, values: Values, prefix = ''): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(values).flatMap(([name, value]): (readonly [string, unknown])[] => {
      const label = `${prefix}${auditFieldText(t, name)}`;
      return isValues(value) ? [...flatten(t, value, `${label} › `)] : [[label, translatedValue(t, name, value)]];
    }),
  );
}

/** What was set or changed, without the fields in `described`. */
export function describeChanges(
  t: Translator,
  { before, after }: Pick<AuditEntryOut, 'before' | 'after'>,
  names: AuditNames,
  described: ReadonlySet<string> = new Set(),
): readonly AuditChange[] {
  const withoutDescribed = (values: Values | undefined): Values =>
    Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => !described.has(name)));
  const [old, now] = [flatten(t, withoutDescribed(before)), flatten(t, withoutDescribed(after))];
  const wording = { t, ...names };
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((label) => {
    const change = {
      label,
      ...(old.has(label) ? { before: textOf(old.get(label), wording) } : {}),
      ...(now.has(label) ? { after: textOf(now.get(label), wording) } : {}),
    };
    return change.before === change.after ? [] : [change];
  });
}
