/** The locations of notification preferences in words. */
import type { NotificationPreferences } from '@picket/domain/notification-preferences';
import { listText } from '../../lib/list-text.ts';
import type { Translator } from '../../lib/texts.ts';

type Places = readonly { readonly guid: string; readonly name: string }[];

/** Up to three locations are named. */
const MAX_NAMES = 3;

/** "at all locations", "at Main office and Warehouse", "at 7 locations". */
export function placesText(t: Translator, { locations }: NotificationPreferences, all: Places): string {
  if (locations === 'all') return t('notifications.atAll');
  const names = all.filter(({ guid }) => locations.includes(guid)).map(({ name }) => name);
  return names.length > 0 && names.length <= MAX_NAMES
    ? t('notifications.atNamed', { names: listText(t, names), count: names.length })
    : t('notifications.atCount', { count: locations.length });
}
