/** The one writer of live data: what a stream event changes in the caches. */
import type { AlertOut, StreamEventOut } from '@picket/contracts';
import { refresh, rewrite } from '../lib/api.ts';
import { putHeard, putReading } from '../lib/live-readings.ts';

let cardsTimer: ReturnType<typeof setTimeout> | null = null;

/** The cards' words follow alerts; many at once are one question. */
function refreshCardsSoon(): void {
  if (cardsTimer !== null) return;
  cardsTimer = setTimeout(() => {
    cardsTimer = null;
    void refresh('GET /views/locations');
  }, 400);
}

function withAlert(items: readonly AlertOut[], alert: AlertOut): AlertOut[] {
  const others = items.filter(({ guid }) => guid !== alert.guid);
  if (alert.state !== 'OPEN' && alert.state !== 'RECOVERED') return others;
  return [...others, alert].sort((a, b) => Date.parse(b.raisedAt) - Date.parse(a.raisedAt));
}

export function applyStreamEvent(event: StreamEventOut): void {
  switch (event.type) {
    case 'reading':
      putHeard(event.sentry, Date.parse(event.receivedAt));
      for (const { sensorMetricId, column, at, value } of event.readings)
        putReading(event.sentry, sensorMetricId, column, { at: Date.parse(at), value });
      return;
    case 'alert':
      rewrite('GET /alerts', (list) => ({ ...list, items: withAlert(list.items, event.alert) }));
      rewrite('GET /alerts/{guid}', (detail) =>
        detail.guid === event.alert.guid ? { ...detail, ...event.alert } : detail,
      );
      void refresh('GET /alerts/{guid}');
      refreshCardsSoon();
      return;
    case 'policy':
      void refresh('GET /policies');
      void refresh('GET /sentries/{guid}/policies');
      void refresh('GET /alerts');
      return;
    case 'sensor':
      void refresh('GET /locations/{guid}/sensors');
      return;
    case 'sentry':
      void refresh('GET /sentries');
      void refresh('GET /sentries/{guid}');
      refreshCardsSoon();
  }
}
