import { expect, test } from 'vitest';
import { loadTranslator } from '../../../../../tests/support/translators.ts';
import { commandInstant, restoredFolder } from './archive-commands.ts';

const NEWEST = '2026-11-28T09:48:58.000Z';

test('the folder of an instant is named after it', () => {
  expect(restoredFolder(NEWEST)).toBe('data-at-20261128T094858Z');
});

test.each(['en', 'de'] as const)(
  'the command restores the instant that is shown, and no other, in %s',
  async (language) => {
    const t = await loadTranslator(language);
    const text = t.rich('operations.archive.restore', { instant: commandInstant(NEWEST), code: (code) => code });
    expect(text).toContain('./picket restore --at 2026-11-28T09:48:58Z');
    expect(text).not.toContain('2026-03-02');
  },
);
