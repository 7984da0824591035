import { expect, test } from 'vitest';
import { loadTranslator } from '../../../../../tests/support/translators.ts';
import { describeChanges } from './audit-changes.ts';

const t = await loadTranslator('en');
const german = await loadTranslator('de');
const names = {
  describePermissions: () => ['Can view Zurich.', 'Can view usage.'],
  formatInstant: (instant: string) => `at ${instant.slice(11, 16)}`,
  formatNumber: (value: number) => value.toLocaleString('en'),
};

test('values are said in words, and only what changed', () => {
  expect(
    describeChanges(
      t,
      {
        before: { host: 'a.example', security: 'STARTTLS', from: { name: 'Picket', address: 'p@a.example' }, keep: 1 },
        after: { host: 'b.example', security: 'STARTTLS', from: { name: 'Watch', address: 'p@a.example' }, keep: 1 },
      },
      names,
    ),
  ).toEqual([
    { label: 'Host', before: 'a.example', after: 'b.example' },
    { label: 'From › Name', before: 'Picket', after: 'Watch' },
  ]);
});

test.each([
  [{ requireMfa: true }, 'Second factor required', 'Yes'],
  [{ businessStatus: 'NON_SALES_TRIAL' }, 'Business status', 'Non-sales trial'],
  [{ verdict: 'FALSE_ALARM' }, 'Verdict', 'False alarm'],
  [{ someState: 'HALF_OPEN' }, 'Some state', 'Half open'],
  [{ endsAt: '2026-03-02T10:00:00.000Z' }, 'Ends at', 'at 10:00'],
  [{ last_update: null }, 'Last update', 'None'],
  [{ permissions: [{ role: 'VIEWER', location: 'x' }] }, 'Permissions', 'Can view Zurich. Can view usage.'],
  [{ hosts: ['a', 'b'] }, 'Hosts', 'a, b'],
  [{ steps: [{ minutes: 5, to: 'ADMINS' }] }, 'Steps', 'Minutes: 5, To: Admins'],
  [{ sensors: [] }, 'Sensors', 'None'],
  [{ name: 'A' }, 'Name', 'A'],
])('%j', (after, label, text) => {
  expect(describeChanges(t, { after }, names)).toEqual([{ label, after: text }]);
});

test('names and values are those of the language', () => {
  expect(
    describeChanges(
      german,
      { after: { requireMfa: true, bytes: 1234567 } },
      { ...names, formatNumber: (value: number) => value.toLocaleString('de') },
    ),
  ).toEqual([
    { label: 'Zweiter Faktor verlangt', after: 'Ja' },
    { label: 'Bytes', after: '1.234.567' },
  ]);
});

test('what is described elsewhere is left out', () => {
  expect(describeChanges(t, { after: { changes: ['x'], kind: 'EDIT' } }, names, new Set(['changes', 'kind']))).toEqual(
    [],
  );
});
