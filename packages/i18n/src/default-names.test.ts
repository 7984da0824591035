import { ADOPTION_POLICIES } from '@picket/domain/adoption-policies';
import { DEFAULT_POLICIES } from '@picket/domain/default-policies';
import { DEFAULT_RULES } from '@picket/domain/escalations';
import { expect, test } from 'vitest';
import { loadSharedTexts } from '../../../tests/support/translators.ts';
import { DEFAULT_NAMES, nameText } from './default-names.ts';

const names = [
  ...[...DEFAULT_POLICIES, ...ADOPTION_POLICIES].flatMap(({ name, definition }) => [
    name,
    ...definition.violations.map(({ description }) => description),
  ]),
  ...DEFAULT_RULES.chains.map(({ name }) => name),
];

test('every name of the default policies has a text, in English the name itself', () => {
  expect(Object.keys(DEFAULT_NAMES).sort()).toEqual([...new Set(names)].sort());
  for (const name of names) expect(nameText(loadSharedTexts('en'), name)).toBe(name);
});

test('what people named stays', () => {
  const german = loadSharedTexts('de');
  expect(nameText(german, 'Too hot')).toBe('Zu heiß');
  expect(nameText(german, 'Rack 4 too hot')).toBe('Rack 4 too hot');
});
