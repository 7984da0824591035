/** What the parts of notification preferences are called, where somebody else changed them meanwhile. */
import { LANGUAGE_NAMES } from '@picket/domain/languages';
import type { NotificationPreferences } from '@picket/domain/notification-preferences';
import type { Translator } from '../../lib/texts.ts';
import { placesText } from './places-text.ts';

export const preferenceWords = (
  t: Translator,
  locations: readonly { readonly guid: string; readonly name: string }[],
) => ({
  matrix: { label: t('notifications.byKind') },
  locations: {
    label: t('shell.page.locations'),
    show: (preferences: NotificationPreferences) => placesText(t, preferences, locations),
  },
  quietHours: { label: t('notifications.quietHours') },
  digest: {
    label: t('notifications.digest'),
    show: ({ digest }: NotificationPreferences) =>
      digest === null ? t('notifications.never') : t(`notifications.frequency.${digest.frequency}`),
  },
  pictureWaitSeconds: { label: t('notifications.pictureWait') },
  language: {
    label: t('notifications.language'),
    show: ({ language }: NotificationPreferences) =>
      language === null ? t('notifications.languageOfProfile') : LANGUAGE_NAMES[language],
  },
});
