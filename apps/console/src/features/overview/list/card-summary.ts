/** What is open at a location, or comes, in one line. Pure. */
import type { ProfileOut } from '@picket/contracts/types';
import { isLocationAdmin } from '@picket/domain/permissions';
import type { Formats } from '../../../lib/formats.ts';
import type { Translator } from '../../../lib/texts.ts';
import { alertTitle } from '../../alerts/index.ts';
import { forecastText, quietText } from '../outlook-text.ts';
import { leadingAlert, type OverviewItem } from '../overview-order.ts';

/** "North rack: Too hot, 12 min, and 2 more". */
export function cardSummary(t: Translator, formats: Formats, item: OverviewItem, now: number, mayAdd: boolean): string {
  const { card, alerts } = item;
  const worst = leadingAlert(item);
  if (worst === undefined) {
    if (card.sentries.total > 0) return forecastText(t, formats, card, now) ?? quietText(t, card, now);
    return mayAdd ? t('overview.card.addSentry') : t('overview.card.noSentries');
  }
  const name = alertTitle(t, formats, worst);
  const title = worst.sentry === undefined ? name : t('overview.card.sentryAlert', { sentry: worst.sentry.name, name });
  const duration = formats.duration(Math.max(0, now - Date.parse(worst.raisedAt)));
  const open =
    alerts.length === 1
      ? t('overview.card.alert', { title, duration })
      : t('overview.card.alerts', { title, duration, count: alerts.length - 1 });
  const forecast = forecastText(t, formats, card, now);
  return forecast === null ? open : `${open} · ${forecast}`;
}

export const mayAddTo = (permissions: ProfileOut['permissions'], { card }: OverviewItem): boolean =>
  isLocationAdmin(permissions, card.guid);
