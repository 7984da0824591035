/** Applies stream events to the caches. Nothing else writes live data to them. */
import type { AlertOut, StreamEventOut } from '@picket/contracts';
import { refresh, updateCached } from '../lib/api.ts';
import { putLastSeen, putReading } from '../lib/live-readings.ts';

let cardsTimer: ReturnType<typeof setTimeout> | null = null;

/** Cards depend on alerts; many alerts at once cause one request. */
function scheduleCardRefresh(): void {
  if (cardsTimer !== null) return;
  cardsTimer = setTimeout(() => {
    cardsTimer = null;
    void refresh('GET /views/locations');
  }, 400);
}

function replaceAlert(items: readonly AlertOut[], alert: AlertOut): AlertOut[] {
  const others = items.filter(({ guid }) => guid !== alert.guid);
  if (alert.state !== 'OPEN' && alert.state !== 'RECOVERED') return others;
  return [...others, alert].sort((a, b) => Date.parse(b.raisedAt) - Date.parse(a.raisedAt));
}

/** The requests to refresh after an edit of a policy, an override or a zone. */
const POLICY_KEYS = [
  'GET /policies',
  'GET /policies/{guid}',
  'GET /policies/{guid}/versions',
  'GET /policies/{guid}/overrides',
  'GET /policy-edits',
  'GET /views/policies',
  'GET /sentries/{guid}/policies',
  'GET /sentries/{guid}/policies/{policyGuid}',
  'GET /locations/{guid}/zones',
  'GET /alerts',
] as const;

export function applyStreamEvent(event: StreamEventOut): void {
  switch (event.type) {
    case 'reading':
      putLastSeen(event.sentry, Date.parse(event.receivedAt));
      for (const { sensorMetricId, column, at, value } of event.readings)
        putReading(event.sentry, sensorMetricId, column, { at: Date.parse(at), value });
      return;
    case 'alert':
      // The list of one policy is not a list of open alerts.
      updateCached(
        'GET /alerts',
        (list) => ({ ...list, items: replaceAlert(list.items, event.alert) }),
        ({ query }) => query?.policy === undefined,
      );
      updateCached('GET /alerts/{guid}', (detail) =>
        detail.guid === event.alert.guid ? { ...detail, ...event.alert } : detail,
      );
      void refresh('GET /alerts/{guid}');
      scheduleCardRefresh();
      return;
    case 'policy':
      for (const key of POLICY_KEYS) void refresh(key);
      return;
    case 'sensor':
      void refresh('GET /locations/{guid}/sensors');
      return;
    case 'sentry':
      void refresh('GET /sentries');
      void refresh('GET /sentries/{guid}');
      scheduleCardRefresh();
  }
}
