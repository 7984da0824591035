import { describe, expect, test } from 'vitest';
import { parsePreferences, readingPreferences, toPreferencesOut } from './recipients.ts';

const languageOf = (profile: unknown, chosen: object): string =>
  readingPreferences(profile, parsePreferences({ ...toPreferencesOut(parsePreferences(null)), ...chosen })).language;

describe('the language of messages', () => {
  test('is that of the profile', () => {
    expect(languageOf({ language: 'de' }, {})).toBe('de');
    expect(languageOf({ language: 'de' }, { language: null })).toBe('de');
  });

  test('unless the notification preferences name another one', () => {
    expect(languageOf({ language: 'de' }, { language: 'en' })).toBe('en');
    expect(languageOf({}, { language: 'de' })).toBe('de');
  });

  test('is English where neither does, and for destinations of an organization', () => {
    expect(languageOf({ language: null }, {})).toBe('en');
    expect(languageOf(null, {})).toBe('en');
  });

  test('preferences as earlier versions stored them stay readable', () => {
    const { language: _, ...stored } = toPreferencesOut(parsePreferences(null));
    expect(parsePreferences({ ...stored, locations: [] })).toMatchObject({ language: null, locations: [] });
  });
});
