import { linkActorName, SYSTEM_ACTORS } from '@picket/domain/actors';
import { expect, test } from 'vitest';
import { loadSharedTexts } from '../../../tests/support/translators.ts';
import { actorText, browserText } from './actor-words.ts';

const [english, german] = [loadSharedTexts('en'), loadSharedTexts('de')];

test.each([
  [{ name: 'Firefox', system: 'Linux' }, 'Firefox on Linux', 'Firefox unter Linux'],
  [{ system: 'iOS' }, 'A browser on iOS', 'Ein Browser unter iOS'],
  [{ name: 'curl' }, 'curl', 'curl'],
  [{}, 'An unknown browser', 'Ein unbekannter Browser'],
])('a browser: %o', (facts, inEnglish, inGerman) => {
  expect([browserText(english, facts), browserText(german, facts)]).toEqual([inEnglish, inGerman]);
});

test('what acts by itself is translated, a person is not', () => {
  const system = (name: string) => ({ kind: 'SYSTEM', name });
  for (const name of Object.values(SYSTEM_ACTORS)) expect(actorText(english, system(name))).toBe(name);
  expect(actorText(german, system('Operator'))).toBe('Betreiber');
  expect(actorText(german, system(linkActorName('Ada')))).toBe('Ein Link an Ada');
  expect(actorText(german, { kind: 'USER', name: 'Operator' })).toBe('Operator');
});
