/** What is open at a location, in one line. */

import type { ProfileOut } from '@picket/contracts/types';
import { isLocationAdmin } from '@picket/domain/permissions';
import type { Formats } from '../../../lib/formats.ts';
import type { Translator } from '../../../lib/texts.ts';
import { alertTitle } from '../../alerts/index.ts';
import type { OverviewItem } from '../overview-order.ts';

/** "North rack: Too hot, 12 min, and 2 more". */
export function cardSummary(
  t: Translator,
  formats: Formats,
  { card, alerts }: OverviewItem,
  now: number,
  mayAdd: boolean,
): string {
  const [worst, ...others] = alerts;
  if (worst === undefined) {
    if (card.sentries.total > 0) return t('overview.card.noAlerts');
    return mayAdd ? t('overview.card.addSentry') : t('overview.card.noSentries');
  }
  const name = alertTitle(t, formats, worst);
  const title = worst.sentry === undefined ? name : t('overview.card.sentryAlert', { sentry: worst.sentry.name, name });
  const duration = formats.duration(Math.max(0, now - Date.parse(worst.raisedAt)));
  return others.length === 0
    ? t('overview.card.alert', { title, duration })
    : t('overview.card.alerts', { title, duration, count: others.length });
}

export const mayAddTo = (permissions: ProfileOut['permissions'], { card }: OverviewItem): boolean =>
  isLocationAdmin(permissions, card.guid);
