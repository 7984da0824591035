import { beforeAll, describe, expect, test } from 'vitest';
import { loadTranslator } from '../../../../../tests/support/translators.ts';
import { createFormats } from '../../lib/formats.ts';
import type { Translator } from '../../lib/texts.ts';
import { stageTexts } from './test-outcome-text.ts';

const STAGES = [
  { stage: 'CONNECTED', milliseconds: 210 },
  { stage: 'ENCRYPTED', milliseconds: 90 },
  { stage: 'SIGNED_IN', milliseconds: 300 },
  { stage: 'ACCEPTED', milliseconds: 1420 },
] as const;

describe.each(['en', 'de'] as const)('the stages of a test mail, in %s', (language) => {
  let t: Translator;
  beforeAll(async () => {
    t = await loadTranslator(language, language === 'en' ? 'en-US' : 'de-DE');
  });
  const linesOf = (facts: { readonly host?: string; readonly user?: string }): readonly string[] =>
    stageTexts(t, createFormats(t, { timeFormat: 'auto', weekStart: 'auto', useCelsius: false }, 'UTC'), STAGES, {
      ...facts,
      response: '250 queued',
    }).map(({ text, duration }) => `${text} (${duration})`);

  test('name the server and the user where they are known', () => {
    expect(linesOf({ host: 'mail.example.org:587', user: 'picket' })).toEqual(
      language === 'en'
        ? [
            'Connected to mail.example.org:587 (210 ms)',
            'Encrypted with TLS (90 ms)',
            'Signed in as picket (300 ms)',
            'Message accepted: 250 queued (1.4 s)',
          ]
        : [
            'Mit mail.example.org:587 verbunden (210 ms)',
            'Mit TLS verschlüsselt (90 ms)',
            'Angemeldet als picket (300 ms)',
            'Nachricht angenommen: 250 queued (1,4 s)',
          ],
    );
    expect(linesOf({})[0]).toBe(
      language === 'en' ? 'Connected to the mail server (210 ms)' : 'Mit dem Mailserver verbunden (210 ms)',
    );
  });
});
