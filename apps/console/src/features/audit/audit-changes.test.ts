import { expect, test } from 'vitest';
import { describeChanges } from './audit-changes.ts';

const names = { nameOf: () => 'Zurich', formatInstant: (instant: string) => `at ${instant.slice(11, 16)}` };

test('values are said in words, and only what changed', () => {
  expect(
    describeChanges(
      {
        before: { host: 'a.example', security: 'STARTTLS', from: { name: 'Picket', address: 'p@a.example' }, keep: 1 },
        after: { host: 'b.example', security: 'STARTTLS', from: { name: 'Watch', address: 'p@a.example' }, keep: 1 },
      },
      names,
    ),
  ).toEqual([
    { label: 'Host', before: 'a.example', after: 'b.example' },
    { label: 'From, name', before: 'Picket', after: 'Watch' },
  ]);
});

test.each([
  [{ requireMfa: true }, 'Second factor required', 'Yes'],
  [{ businessStatus: 'NON_SALES_TRIAL' }, 'Business status', 'Non sales trial'],
  [{ endsAt: '2026-03-02T10:00:00.000Z' }, 'Ends at', 'at 10:00'],
  [{ last_update: null }, 'Last update', 'None'],
  [{ permissions: [{ role: 'VIEWER', location: 'x' }] }, 'Permissions', expect.stringContaining('Zurich')],
  [{ hosts: ['a', 'b'] }, 'Hosts', 'a, b'],
  [{ steps: [{ minutes: 5, to: 'ADMINS' }] }, 'Steps', 'minutes: 5, to: Admins'],
  [{ sensors: [] }, 'Sensors', 'None'],
  [{ name: 'A' }, 'Name', 'A'],
])('%j', (after, label, text) => {
  expect(describeChanges({ after }, names)).toEqual([{ label, after: text }]);
});

test('what is described elsewhere is left out', () => {
  expect(describeChanges({ after: { changes: ['x'], kind: 'EDIT' } }, names, new Set(['changes', 'kind']))).toEqual([]);
});
