/** Which alerts are announced on every page, after events of the stream. Pure. */
import type { StreamEventOut } from '@picket/contracts/stream';
import type { AlertOut } from '@picket/contracts/types';
import type { SeverityLabel } from '@picket/domain/severity';

/** Waits for somebody: it is announced until it is dismissed or handled. */
export const isUrgent = ({ severityLabel }: AlertOut): boolean => severityLabel === 'critical';

/** Somebody has seen to it, or it is over. */
const isHandled = ({ state, acknowledged, snoozed, withdrawn }: AlertOut): boolean =>
  state !== 'OPEN' || acknowledged !== undefined || snoozed !== undefined || withdrawn;

/** The most severe first, then the newest. */
const byUrgency = (a: AlertOut, b: AlertOut): number =>
  b.severity - a.severity || Date.parse(b.raisedAt) - Date.parse(a.raisedAt);

/**
 * `viewer`: their own edits are not announced, as they have seen the result. What was handled, also elsewhere, is announced no more;
 * reports of edits, which are over at once, are.
 */
export function afterAlertEvents(
  shown: readonly AlertOut[],
  events: readonly StreamEventOut<'alert'>[],
  viewer: string,
): readonly AlertOut[] {
  const announced = new Map(shown.map((alert) => [alert.guid, alert]));
  let isChanged = false;
  for (const { alert, change, by } of events) {
    const isNew = change === 'RAISED';
    if (isNew ? by === viewer : !announced.has(alert.guid)) continue;
    if (isNew || !isHandled(alert)) announced.set(alert.guid, alert);
    else announced.delete(alert.guid);
    isChanged = true;
  }
  return isChanged ? [...announced.values()].sort(byUrgency) : shown;
}

/** After events were missed for good. `before`: what was announced then; `open`: what has been open since. */
export function afterMissedEvents(
  shown: readonly AlertOut[],
  before: readonly AlertOut[],
  open: readonly AlertOut[],
): readonly AlertOut[] {
  const waiting = new Set(open.filter((alert) => !isHandled(alert)).map(({ guid }) => guid));
  // A report of an edit is never open.
  const handled = before.filter((alert) => !isHandled(alert) && !waiting.has(alert.guid));
  return removeAlerts(
    shown,
    handled.map(({ guid }) => guid),
  );
}

/** The severity of the worst. */
export const worstOf = (alerts: readonly AlertOut[]): SeverityLabel =>
  [...alerts].sort(byUrgency)[0]?.severityLabel ?? 'none';

export const removeAlerts = (shown: readonly AlertOut[], guids: readonly string[]): readonly AlertOut[] =>
  shown.some(({ guid }) => guids.includes(guid)) ? shown.filter(({ guid }) => !guids.includes(guid)) : shown;
