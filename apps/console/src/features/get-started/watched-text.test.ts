import { beforeAll, describe, expect, test } from 'vitest';
import { loadTranslator } from '../../../../../tests/support/translators.ts';
import { createFormats } from '../../lib/formats.ts';
import type { Translator } from '../../lib/texts.ts';
import { watchedLines } from './watched-text.ts';

const limit = (sensorMetricId: string, operator: string, threshold: number, column = 'value') => ({
  ...{ sensorMetricId, column, operator, threshold },
});
const WATCHED = [
  limit('sentry_silence', 'GREATER_THAN', 900, 'seconds'),
  limit('environment_temperature', 'LESS_THAN', 18.3333),
  limit('environment_temperature', 'GREATER_THAN', 31.6667),
  limit('fluid_leak', 'GREATER_THAN', 0),
  limit('camera_motion', 'GREATER_THAN', 0.05, 'level'),
];

describe.each(['en', 'de'] as const)('what is watched already, in %s', (language) => {
  let t: Translator;
  beforeAll(async () => {
    t = await loadTranslator(language, language === 'en' ? 'en-US' : 'de-DE');
  });

  test('a line for each metric, both of its limits in it', () => {
    const formats = createFormats(t, { timeFormat: 'auto', weekStart: 'auto', useCelsius: false }, 'UTC');
    expect(watchedLines(t, formats, WATCHED).map(({ text }) => text)).toEqual(
      language === 'en'
        ? ['below 65.0 °F or above 89.0 °F', 'as soon as one is found', 'no report for 15 min']
        : ['unter 65,0 °F oder über 89,0 °F', 'sobald eines gefunden wird', 'keine Meldung seit 15 min'],
    );
  });
});
