import type { AlertOut } from '@picket/contracts/types';
import { updateCached } from '../../lib/api.ts';

/** Shows an alert as it is after an action in the lists that have it, without a request. */
export function replaceInLists(changed: AlertOut): void {
  const replaceIn = (items: readonly AlertOut[]): AlertOut[] =>
    items.map((one) => (one.guid === changed.guid ? changed : one));
  updateCached('GET /alerts', (list) => ({ ...list, items: replaceIn(list.items) }));
  updateCached('GET /views/alerts', (list) => ({ ...list, items: replaceIn(list.items) }));
  updateCached('GET /views/locations/{guid}', (page) => ({ ...page, alerts: replaceIn(page.alerts) }));
}

/** Takes a resolved alert out of the lists of open ones, without a request. */
export function removeFromOpenLists(resolved: string): void {
  const others = (items: readonly AlertOut[]): AlertOut[] => items.filter(({ guid }) => guid !== resolved);
  updateCached('GET /alerts', (list) => ({ ...list, items: others(list.items) }));
  updateCached('GET /views/locations/{guid}', (page) => ({ ...page, alerts: others(page.alerts) }));
}
