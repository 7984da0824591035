import { describe, expect, test } from 'vitest';
import { compileCatalog } from './compile.ts';
import type { Catalog, KeyOf } from './messages.ts';
import { pseudoCatalog } from './pseudo.ts';
import { createTranslator } from './translator.ts';

const english = {
  alerts: {
    open: 'Open',
    count: '{count, plural, one {# alert} other {# alerts}} at {place}',
    'kind.A': 'Policy {name}',
    'kind.B': 'Weather',
    help: 'See <link>the <b>manual</b></link>.',
  },
} as const;

const missing: string[] = [];
const translatorOf = (catalog: Catalog, locale = 'en') =>
  createTranslator<typeof english, string>({
    locale,
    catalogs: { alerts: compileCatalog(catalog) },
    join: (parts) => parts.join(''),
    onMissing: (key) => missing.push(key),
  });

describe('a translator', () => {
  const t = translatorOf(english.alerts);

  test('formats messages with plurals, in its language', () => {
    expect(t('alerts.open')).toBe('Open');
    expect(t('alerts.count', { count: 1, place: 'Zurich' })).toBe('1 alert at Zurich');
    expect(t('alerts.count', { count: 1234, place: 'Zurich' })).toBe('1,234 alerts at Zurich');
    const german = translatorOf({ count: '{count, plural, one {# Alarm} other {# Alarme}} in {place}' }, 'de');
    expect(german('alerts.count', { count: 1234, place: 'Zürich' })).toBe('1.234 Alarme in Zürich');
  });

  test('gives the text inside a tag to its function', () => {
    expect(t.rich('alerts.help', { link: (text) => `[${text}](manual)`, b: (text) => `*${text}*` })).toBe(
      'See [the *manual*](manual).',
    );
  });

  test('shows and reports a key without a message', () => {
    expect(translatorOf({})('alerts.open')).toBe('alerts.open');
    expect(missing).toEqual(['alerts.open']);
  });

  test('takes only keys that exist, with the values of their messages', () => {
    const key: KeyOf<typeof english> = 'alerts.open';
    expect(key).toBe('alerts.open');
    // Each line below is an error of the compiler.
    const mistakes = (): void => {
      // @ts-expect-error There is no such key.
      t('alerts.closed');
      // @ts-expect-error The message takes values.
      t('alerts.count');
      // @ts-expect-error A count is a number.
      t('alerts.count', { count: '1', place: 'Zurich' });
      // @ts-expect-error The message takes none.
      t('alerts.open', { count: 1 });
    };
    expect(mistakes).toThrow('count');
  });
});

test('the pseudo-language changes texts, and neither arguments nor tags', () => {
  const pseudo = createTranslator<typeof english, string>({
    locale: 'en',
    catalogs: { alerts: pseudoCatalog(compileCatalog(english.alerts)) },
    join: (parts) => parts.join(''),
    onMissing: (key) => missing.push(key),
  });
  expect(pseudo('alerts.open')).toBe('[Ópéñ~~]');
  expect(pseudo('alerts.count', { count: 2, place: 'Zurich' })).toBe('[2 áléřtš~~~ át~ Zurich]');
  expect(pseudo('alerts.kind.A', { name: 'cold' })).toBe('[Pólíçý~~~ cold]');
  expect(pseudo.rich('alerts.help', { link: (text) => `(${text})`, b: (text) => `*${text}*` })).toBe(
    '[Šéé~~ (thé~~ *máñúál~~~*).]',
  );
});

test('what is no message is named', () => {
  expect(() => compileCatalog({ open: '{count, plural, one {x}' })).toThrow(/^open: /u);
});
