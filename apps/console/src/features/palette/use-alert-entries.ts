/** Open alerts, and acknowledging each of them. */
import type { AlertOut } from '@picket/contracts/types';
import { isEdit } from '@picket/domain/alert-kinds';
import { api } from '../../lib/api.ts';
import type { Formats } from '../../lib/formats.ts';
import { useNow } from '../../lib/now.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { showToast } from '../../ui/toasts.ts';
import { alertPath, alertPlace, alertTitle, refreshAlert, replaceInLists, useOpenAlerts } from '../alerts/index.ts';
import { useProfile } from '../session/index.ts';
import type { PaletteEntry } from './entries.ts';

/** Offered before anything is typed. */
const MAX_OFFERED = 5;
/** The most urgent: each key that is pressed searches their texts. */
const MAX_SEARCHED = 500;

const DAY_MS = 86_400_000;

/** When an alert was raised, as short as it is clear. */
export const raisedText = (formats: Formats, raisedAt: string, now: number): string =>
  now - Date.parse(raisedAt) < DAY_MS ? formats.timeWithSeconds(raisedAt) : formats.dateTime(raisedAt);

const byUrgency = (a: AlertOut, b: AlertOut): number =>
  Number(a.acknowledged !== undefined) - Number(b.acknowledged !== undefined) ||
  b.severity - a.severity ||
  Date.parse(b.raisedAt) - Date.parse(a.raisedAt);

async function acknowledge(t: Translator, { guid }: AlertOut, title: string): Promise<void> {
  replaceInLists(await api('POST /alerts/{guid}/acknowledge', { params: { guid } }));
  await refreshAlert(guid);
  showToast(t('palette.acknowledged', { alert: title }));
}

export function useAlertEntries(): {
  readonly alerts: readonly PaletteEntry[];
  readonly actions: readonly PaletteEntry[];
} {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { display } = useProfile();
  const alerts = [...useOpenAlerts().alerts].sort(byUrgency).slice(0, MAX_SEARCHED);
  const where = (alert: AlertOut): string =>
    [alertPlace(t, alert), ...(alert.sentry === undefined ? [] : [alert.sentry.name])].join(' · ');
  const open = alerts.map(
    (alert, index): PaletteEntry => ({
      key: `alert ${alert.guid}`,
      kind: 'alert',
      name: alertTitle(t, formats, alert),
      hint: where(alert),
      detail: raisedText(formats, alert.raisedAt, now),
      words: `${t('palette.kind.alert')} ${t('palette.words.open')}`,
      isOffered: index < MAX_OFFERED,
      run: alertPath(alert),
    }),
  );
  const actions = display
    ? []
    : alerts
        .filter(({ acknowledged, kind }) => acknowledged === undefined && !isEdit(kind))
        .map(
          (alert): PaletteEntry => ({
            key: `acknowledge ${alert.guid}`,
            kind: 'action',
            name: t('palette.acknowledge', { alert: alertTitle(t, formats, alert) }),
            hint: where(alert),
            detail: raisedText(formats, alert.raisedAt, now),
            asksFor: t('palette.words.acknowledge'),
            run: () => acknowledge(t, alert, alertTitle(t, formats, alert)),
          }),
        );
  return { alerts: open, actions };
}
