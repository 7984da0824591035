/** Applies stream events to the caches. Nothing else writes live data to them. */
import type { EndpointKey } from '@picket/contracts/endpoints';
import type { ReplayedEventKind, StreamEventKind, StreamEventOut } from '@picket/contracts/stream';
import { namesOf } from '@picket/domain/kind-table';
import { SENTRY_OFFLINE } from '@picket/domain/policies';
import { refresh, refreshAll, updateCached } from '../lib/api.ts';
import { putLastSeen, putReading } from '../lib/live-readings.ts';
import { replaceAlert, updateAlertPage, updateLocationPage } from './alert-page.ts';
import { isCardIncomplete, isPageIncomplete } from './new-series.ts';
import { type GuidKey, queueRefresh, queueRefreshOf, refreshAfterPending } from './refresh-queue.ts';

/** An endpoint that is about what the event is about. */
interface RefreshOf<K extends StreamEventKind> {
  readonly key: GuidKey;
  readonly guidOf: (event: StreamEventOut<K>) => string | undefined;
}

interface EventHandler<K extends StreamEventKind> {
  /** What it says is put into these caches at once. */
  readonly updates: readonly EndpointKey[];
  readonly apply?: (events: readonly StreamEventOut<K>[]) => void;
  /** Endpoints of which the event does not say enough: requested once after a burst. */
  readonly refreshes: readonly (EndpointKey | RefreshOf<K>)[];
  /** What replaces the events that were missed; events of kinds that are replayed are never missed. */
  readonly catchesUp: K extends ReplayedEventKind ? null : readonly EndpointKey[];
}

const CARDS = 'GET /views/locations';
const PAGE = 'GET /views/locations/{guid}';

function applyReading(event: StreamEventOut<'reading'>): void {
  const { location, sentry, readings } = event;
  putLastSeen(sentry, Date.parse(event.receivedAt));
  const first = readings.filter(({ sensorMetricId, column, at, value }) =>
    putReading(sentry, sensorMetricId, column, { at: Date.parse(at), value }),
  );
  if (first.length === 0) return;
  // What was fetched before the first report of a sentry has no place for its readings.
  updateCached(CARDS, (cards) => {
    if (isCardIncomplete(cards.items, location, first)) queueRefresh(CARDS);
    return cards;
  });
  updateCached(PAGE, (page, { params }) => {
    if (params.guid === location && isPageIncomplete(page, sentry, first)) queueRefreshOf(PAGE, location);
    return page;
  });
}

function applyAlerts(events: readonly StreamEventOut<'alert'>[]): void {
  const alerts = events.map(({ alert }) => alert);
  const countsByLocation = new Map(events.map(({ location, locationAlerts }) => [location, locationAlerts]));
  updateCached('GET /alerts', (list, { query }) =>
    alerts.reduce((page, alert) => updateAlertPage(page, alert, query), list),
  );
  updateCached('GET /views/alerts/{guid}', (screen) =>
    alerts.reduce<typeof screen>(
      (shown, alert) => (shown.guid === alert.guid ? replaceAlert(shown, alert) : shown),
      screen,
    ),
  );
  updateCached(CARDS, (cards) => ({
    ...cards,
    items: cards.items.map((card) =>
      countsByLocation.has(card.guid) ? { ...card, ...countsByLocation.get(card.guid) } : card,
    ),
  }));
  updateCached(PAGE, (screen, { params }) =>
    alerts.reduce((page, alert) => updateLocationPage(page, alert, params.guid), screen),
  );
  // How many sentries of the location are online is not in the event.
  if (alerts.some(({ policy }) => policy?.name === SENTRY_OFFLINE)) queueRefresh(CARDS);
}

/** What each kind of event does to the caches. */
const EVENT_HANDLERS: { readonly [K in StreamEventKind]: EventHandler<K> } = {
  // Its consequences are those of an interruption.
  started: { updates: [], refreshes: [], catchesUp: [] },
  // Its consequence is that of a rejection.
  ended: { updates: [], refreshes: [], catchesUp: [] },
  // It only says that the stream is alive.
  heartbeat: { updates: [], refreshes: [], catchesUp: [] },
  reading: {
    updates: [],
    apply: (events) => events.forEach(applyReading),
    refreshes: [],
    catchesUp: ['GET /locations/{guid}/latest', CARDS, PAGE],
  },
  alert: {
    updates: ['GET /alerts', CARDS, PAGE],
    apply: applyAlerts,
    refreshes: [
      // Its place depends on the filter and on what is acknowledged.
      'GET /views/alerts',
      // The timeline, the deliveries and the alerts it caused.
      { key: 'GET /views/alerts/{guid}', guidOf: ({ alert }) => alert.guid },
      { key: 'GET /views/alerts/{guid}', guidOf: ({ alert }) => alert.root },
    ],
    catchesUp: null,
  },
  location: {
    updates: [],
    refreshes: ['GET /locations', CARDS, { key: PAGE, guidOf: ({ location }) => location }],
    catchesUp: null,
  },
  // A policy, an override or a zone.
  policy: {
    updates: [],
    refreshes: [
      'GET /policies',
      { key: 'GET /policies/{guid}', guidOf: ({ policy }) => policy },
      { key: 'GET /policies/{guid}/versions', guidOf: ({ policy }) => policy },
      { key: 'GET /policies/{guid}/overrides', guidOf: ({ policy }) => policy },
      'GET /policy-edits',
      'GET /views/policies',
      'GET /sentries/{guid}/policies',
      'GET /sentries/{guid}/policies/{policyGuid}',
      { key: 'GET /locations/{guid}/zones', guidOf: ({ location }) => location },
      // A policy of the whole organization is in force there as well.
      PAGE,
    ],
    catchesUp: null,
  },
  sensor: {
    updates: [],
    refreshes: [{ key: PAGE, guidOf: ({ location }) => location }],
    catchesUp: null,
  },
  sentry: {
    updates: [],
    refreshes: [
      'GET /sentries',
      { key: 'GET /sentries/{guid}', guidOf: ({ sentry }) => sentry },
      CARDS,
      { key: PAGE, guidOf: ({ location }) => location },
    ],
    catchesUp: null,
  },
};

export const STREAM_EVENT_KINDS = namesOf(EVENT_HANDLERS);

/** Applies events of one kind, in their order. */
export function applyStreamEvents<K extends StreamEventKind>(kind: K, events: readonly StreamEventOut<K>[]): void {
  const { refreshes, apply } = EVENT_HANDLERS[kind];
  apply?.(events);
  for (const one of refreshes)
    if (typeof one === 'string') queueRefresh(one);
    else
      for (const guid of new Set(events.map((event) => one.guidOf(event))))
        if (guid !== undefined) queueRefreshOf(one.key, guid);
}

const keysOf = (refreshes: readonly (EndpointKey | { readonly key: EndpointKey })[]): readonly EndpointKey[] =>
  refreshes.map((one) => (typeof one === 'string' ? one : one.key));

const NOT_REPLAYED = STREAM_EVENT_KINDS.flatMap((kind) => EVENT_HANDLERS[kind].catchesUp ?? []);
const LIVE = new Set(
  STREAM_EVENT_KINDS.flatMap((kind) => {
    const { updates, refreshes } = EVENT_HANDLERS[kind];
    return [...updates, ...keysOf(refreshes)];
  }).concat(NOT_REPLAYED),
);

/** After an interruption whose events were replayed: requests what is not replayed. */
export function catchUp(): void {
  for (const key of NOT_REPLAYED) void refresh(key);
}

function refreshLive(): void {
  for (const key of LIVE) void refreshAfterPending(key);
}

/** Without the stream: requests what its events would have changed. */
export const pollWithoutStream = refreshLive;

/** After an interruption whose events cannot be replayed. */
export const startOver = (): void => void refreshAll();

/** Refreshes what was fetched before the first event could arrive: events from then on say what changes. */
export const catchUpFirstFetch = refreshLive;
