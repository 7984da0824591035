/** The usage of all organizations as a table, a row for each day. */
import { csvLine } from '@picket/domain/csv';
import type { UsageItem } from './usage-figures.ts';

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
  'clipBytes',
] as const;

export const usageCsv = (items: readonly UsageItem[]): string =>
  [
    ['organization', 'status', 'contact', 'day', ...COLUMNS].join(','),
    ...items.flatMap(({ tenant, businessStatus, contact, days }) =>
      days.map((day) =>
        csvLine([tenant.name, businessStatus, contact ?? null, day.day, ...COLUMNS.map((column) => day[column])]),
      ),
    ),
  ].join('\r\n');
