/** Alerts in the caches after one of them has changed: what a request would return now, without the request. Pure. */
import type { CallInput } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { AlertEvidenceOut, AlertOut, LocationPageOut } from '@picket/contracts/types';
import { POLICY_CHANGE_KIND } from '@picket/domain/alert-kinds';
import { OPEN_STATES } from '@picket/domain/alert-states';

type Query = NonNullable<CallInput<'GET /alerts'>['query']>;
type Page = ResponseOf<'GET /alerts'>;

/** As many as the server lists. */
const SHOWN_EDITS = 3;

/** For each filter of the list, whether an alert passes it. */
const FILTERS: { readonly [Name in Exclude<keyof Query, 'limit' | 'cursor'>]: Filter<Name> } = {
  location: (alert, guid) => alert.location?.guid === guid,
  sentry: (alert, guid) => alert.sentry?.guid === guid,
  policy: (alert, guid) => alert.policy?.guid === guid,
  kind: (alert, kind) => alert.kind === kind,
  state: (alert, states) => states.split(',').includes(alert.state),
  verdict: (alert, verdict) => alert.verdict?.verdict === verdict,
  minSeverity: (alert, min) => alert.severity >= Number(min),
  muted: (alert, muted) => alert.muted === (String(muted) === 'true'),
  withdrawn: (alert, which) => which === 'include' || alert.withdrawn === (which === 'only'),
  from: (alert, from) => Date.parse(alert.raisedAt) >= Date.parse(from),
  to: (alert, to) => Date.parse(alert.raisedAt) < Date.parse(to),
};

type Filter<Name extends keyof Query> = (alert: AlertOut, value: NonNullable<Query[Name]>) => boolean;

const passesFilter = <Name extends keyof typeof FILTERS>(name: Name, alert: AlertOut, query: Query): boolean => {
  const value = query[name];
  return value === undefined || value === null || FILTERS[name](alert, value);
};

/** Guarantee: the keys of FILTERS are those of its type. */
const FILTER_NAMES = Object.keys(FILTERS) as readonly (keyof typeof FILTERS)[];

const isListed = (alert: AlertOut, query: Query): boolean =>
  FILTER_NAMES.every((name) => passesFilter(name, alert, { withdrawn: 'exclude', ...query }));

/** The order of the list: the newest first. */
const isBefore = (a: AlertOut, b: AlertOut): boolean => {
  const difference = Date.parse(a.raisedAt) - Date.parse(b.raisedAt);
  return difference > 0 || (difference === 0 && a.guid > b.guid);
};

export function updateAlertPage(page: Page, alert: AlertOut, query: Query = {}): Page {
  const isShown = page.items.some(({ guid }) => guid === alert.guid);
  const others = page.items.filter(({ guid }) => guid !== alert.guid);
  if (!isListed(alert, query)) return isShown ? { ...page, items: others } : page;
  const found = others.findIndex((one) => isBefore(alert, one));
  // Older than all of this page: on a later one, if there is one.
  if (found < 0 && page.nextCursor !== null && !isShown) return page;
  // Newer than all of a later page: on one before it.
  if (found === 0 && query.cursor !== undefined && !isShown) return page;
  return { ...page, items: others.toSpliced(found < 0 ? others.length : found, 0, alert) };
}

/** The page of a location after an alert has changed, there or somewhere else. */
export function updateLocationPage(page: LocationPageOut, alert: AlertOut, location: string): LocationPageOut {
  const update = (items: readonly AlertOut[], query: Query): AlertOut[] =>
    updateAlertPage({ items: [...items], nextCursor: null }, alert, query).items;
  const alerts = update(page.alerts, { location, state: OPEN_STATES.join() });
  const isListedEdit = alert.location === undefined || alert.location.guid === location;
  const edits = isListedEdit ? update(page.edits, { kind: POLICY_CHANGE_KIND }).slice(0, SHOWN_EDITS) : page.edits;
  return { ...page, alerts, edits };
}

/** An alert with its evidence after the alert has changed. What an event leaves out is not so any more. */
export function replaceAlert(shown: AlertEvidenceOut, alert: AlertOut): AlertEvidenceOut {
  const {
    endedAt: _endedAt,
    clearedAt: _clearedAt,
    acknowledged: _acknowledged,
    assigned: _assigned,
    snoozed: _snoozed,
    resolved: _resolved,
    verdict: _verdict,
    mutedUntil: _mutedUntil,
    root: _root,
    ...kept
  } = shown;
  return { ...kept, ...alert };
}
