/** Applies stream events to the caches. Nothing else writes live data to them. */
import type { EndpointKey } from '@picket/contracts/endpoints';
import type { StreamEventKind, StreamEventOut } from '@picket/contracts/stream';
import type { AlertOut } from '@picket/contracts/types';
import { namesOf } from '@picket/domain/kind-table';
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

interface Reaction<K extends StreamEventKind> {
  /** Cached answers that it made old. */
  readonly refreshes: readonly EndpointKey[];
  /** Cached answers that may be old after an interruption, in which such events were missed. */
  readonly catchesUp: readonly EndpointKey[];
  /** What it says is put into the caches at once. */
  readonly apply?: (event: StreamEventOut<K>) => void;
}

const CARDS = 'GET /views/locations';

/** What each kind of event does to the caches. */
const REACTIONS: { readonly [K in StreamEventKind]: Reaction<K> } = {
  reading: {
    refreshes: [],
    catchesUp: ['GET /locations/{guid}/latest'],
    apply: (event) => {
      putLastSeen(event.sentry, Date.parse(event.receivedAt));
      for (const { sensorMetricId, column, at, value } of event.readings)
        putReading(event.sentry, sensorMetricId, column, { at: Date.parse(at), value });
    },
  },
  alert: {
    refreshes: ['GET /alerts/{guid}', CARDS],
    catchesUp: [CARDS, 'GET /alerts', 'GET /alerts/{guid}'],
    apply: ({ alert }) => {
      // The list of one policy is not a list of open alerts.
      updateCached(
        'GET /alerts',
        (list) => ({ ...list, items: replaceAlert(list.items, alert) }),
        ({ query }) => query?.policy === undefined,
      );
      updateCached('GET /alerts/{guid}', (detail) => (detail.guid === alert.guid ? { ...detail, ...alert } : detail));
    },
  },
  // A policy, an override or a zone.
  policy: {
    refreshes: [
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
    ],
    catchesUp: [],
  },
  sensor: { refreshes: ['GET /locations/{guid}/sensors'], catchesUp: [] },
  sentry: {
    refreshes: ['GET /sentries', 'GET /sentries/{guid}', CARDS],
    catchesUp: ['GET /sentries', CARDS],
  },
};

export const STREAM_EVENT_KINDS = namesOf(REACTIONS);

export function applyStreamEvent<K extends StreamEventKind>(event: StreamEventOut<K>): void {
  const { refreshes, apply } = REACTIONS[event.type];
  apply?.(event);
  for (const key of refreshes)
    if (key === CARDS) scheduleCardRefresh();
    else void refresh(key);
}

/** Refreshes everything that may have changed during an interruption. */
export function catchUp(): void {
  const keys = new Set(STREAM_EVENT_KINDS.flatMap((kind) => REACTIONS[kind].catchesUp));
  for (const key of keys) void refresh(key);
}
