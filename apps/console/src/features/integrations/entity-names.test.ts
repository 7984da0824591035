import { beforeAll, expect, test } from 'vitest';
import { loadTranslator } from '../../../../../tests/support/translators.ts';
import type { Translator } from '../../lib/texts.ts';
import { entityName } from './entity-names.ts';

let english: Translator;
let german: Translator;
beforeAll(async () => {
  english = await loadTranslator('en', 'en-US');
  german = await loadTranslator('de', 'de-CH');
});

test.each([
  ['on_battery', 'On battery', 'Auf Batterie'],
  ['water_leak', 'Leak', 'Leck'],
  ['ups.status OB', 'On battery', 'Auf Batterie'],
  ['ups.status RB LB OVER OFF FSD', 'Battery or output at fault', 'Batterie oder Ausgang gestört'],
  ['Battery temperature', 'Battery temperature', 'Batterietemperatur'],
  ['devicepower:0 percent', 'Battery charge', 'Ladestand'],
  // Not known: readable, and the same in each language.
  ['air_quality_index', 'Air quality index', 'Air quality index'],
  ['driver.version', 'Driver version', 'Driver version'],
  // As a person or a program wrote it.
  ['Supply air, floor 2', 'Supply air, floor 2', 'Supply air, floor 2'],
  ['AM2301 Temperature', 'AM2301 Temperature', 'AM2301 Temperature'],
  ['Ölstand', 'Ölstand', 'Ölstand'],
  ['__proto__', '__proto__', '__proto__'],
  ['constructor', 'Constructor', 'Constructor'],
])('%s is %s, in German %s', (name, inEnglish, inGerman) => {
  expect([entityName(english, name), entityName(german, name)]).toEqual([inEnglish, inGerman]);
});
