import { expect, test } from 'vitest';
import { KEPT_KEYS } from '../../../../tests/architecture/keys-without-tenant.ts';
import { productTables } from '../../../../tools/statements/table-schema.ts';
import { COORDINATOR_TABLES, placementOfTable, SECRET_KEYS } from './table-placements.ts';

const tables = [...productTables().values()];
const snakeCase = (text: string): string => text.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

test('every table has a place, and the lists name no table that is gone', () => {
  const placed = tables.map(({ name, columns }) => ({
    name,
    place: placementOfTable(name, columns.get('tenant_guid')?.isOptional === false),
  }));
  expect(placed.filter(({ place }) => place === 'unknown')).toEqual([]);
  expect(placed.filter(({ place }) => place === 'copied').map(({ name }) => name)).toEqual(['tenant']);
  const known = tables.map(({ name }) => name);
  expect(Object.keys(COORDINATOR_TABLES).filter((name) => !name.startsWith('_') && !known.includes(name))).toEqual([]);
});

test('a table without the organization has none', () => {
  expect(placementOfTable('planted', false)).toBe('unknown');
  expect(placementOfTable('planted', true)).toBe('by organization');
});

test('what is looked up before its organization is known keeps an index', () => {
  const kept = (KEPT_KEYS['keys-begin-with-the-tenant'] ?? [])
    .filter(({ reason }) => reason.startsWith('looked up by a secret'))
    .map(({ where }) => snakeCase(where.split(': ')[1] ?? ''));
  expect([...SECRET_KEYS].sort()).toEqual(kept.sort());
});

test('nothing on the coordinator refers to an organization, nor is referred to by one', () => {
  const isOnCoordinator = (name: string): boolean => COORDINATOR_TABLES[name] !== undefined;
  for (const { name, references } of tables)
    for (const { to } of references)
      expect([name, to, isOnCoordinator(name) || isOnCoordinator(to)]).toEqual([name, to, false]);
});
