import type { Permission } from '@picket/domain/permissions';
import { expect, test } from 'vitest';
import { loadTranslator } from '../../../../../tests/support/translators.ts';
import { permissionTexts } from './permission-texts.ts';

const t = await loadTranslator('en');
const german = await loadTranslator('de');
const nameOf = (location: string): string => `room ${location}`;
const words = (held: readonly Permission[]): string => permissionTexts(t, held, nameOf).join(' ');

const MIXED: readonly Permission[] = [
  { role: 'ADMIN', location: 'L' },
  { role: 'VIEWER', location: 'M' },
  { role: 'VIEWER', location: 'N' },
  { role: 'METRICS' },
];

test('permissions are described in sentences', () => {
  expect(words([])).toBe('Can sign in, but has no access to any location.');
  expect(words([{ role: 'ADMIN' }, { role: 'VIEWER', location: 'L' }])).toMatch(/^Full access/u);
  expect(words(MIXED)).toBe(
    'Can manage room L, its sentries and policies. Can view room M and room N and acknowledge their alerts. Can view usage metrics of the organization.',
  );
});

test('who views everything is not described for each location', () => {
  expect(words([{ role: 'VIEWER' }, { role: 'VIEWER', location: 'L' }])).toBe(
    'Can view every location and acknowledge its alerts.',
  );
});

test('names are joined as the language joins them', () => {
  expect(permissionTexts(german, MIXED, nameOf)[1]).toBe(
    'Kann room M und room N ansehen und die Alarme dort quittieren.',
  );
});
