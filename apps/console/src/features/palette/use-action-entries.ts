/** Actions that belong to no location: theme, language, signing out. */
import type { BodyOf } from '@picket/contracts/endpoints';
import { LANGUAGE_NAMES, LANGUAGES } from '@picket/domain/languages';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { setProfile, signOut, useProfile } from '../session/index.ts';
import type { PaletteEntry } from './entries.ts';

type Preferences = NonNullable<BodyOf<'PATCH /users/my-profile'>['preferences']>;

const THEMES = ['light', 'dark', 'auto'] as const;

export function useActionEntries(): readonly PaletteEntry[] {
  const t = useText();
  const { preferences, display, lacksMfa } = useProfile();
  const save = async (changed: Preferences): Promise<void> => {
    await setProfile(await api('PATCH /users/my-profile', { body: { preferences: changed } }));
  };
  const entry = (key: string, name: string, words: string, run: () => Promise<void>): PaletteEntry => ({
    key: `action ${key}`,
    kind: 'action',
    name,
    hint: '',
    words,
    run,
  });
  // A wall display has no account whose preferences could be changed.
  const own =
    display || lacksMfa
      ? []
      : [
          ...THEMES.filter((theme) => theme !== preferences.theme).map((theme) =>
            entry(`theme ${theme}`, t(`palette.theme.${theme}`), t('palette.words.theme'), () => save({ theme })),
          ),
          ...LANGUAGES.filter((language) => language !== preferences.language).map((language) =>
            entry(
              `language ${language}`,
              t('palette.language', { language: LANGUAGE_NAMES[language] }),
              t('palette.words.language'),
              () => save({ language }),
            ),
          ),
        ];
  return [...own, entry('sign-out', t('shell.signOut'), '', () => signOut())];
}
