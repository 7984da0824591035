/** The usage of all organizations as a table, a row for each day. */
import type { UsageItem } from './usage-row.tsx';

const COLUMNS = [
  'locations',
  'sentries',
  'reporting',
  'series',
  'readings',
  'alerts',
  'messages',
  'users',
  'activeUsers',
  'bytes',
] as const;

/** Returns a CSV cell that spreadsheets do not take for a formula. */
const cell = (text: string): string => `"${(/^[=+\-@\t]/u.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

export const usageCsv = (items: readonly UsageItem[]): string =>
  [
    ['organization', 'status', 'contact', 'day', ...COLUMNS].join(','),
    ...items.flatMap(({ tenant, businessStatus, contact, days }) =>
      days.map((day) =>
        [cell(tenant.name), businessStatus, cell(contact ?? ''), day.day, ...COLUMNS.map((column) => day[column])].join(
          ',',
        ),
      ),
    ),
  ].join('\r\n');
