import type { AlertOut } from '@picket/contracts/types';
import { updateCached } from '../../lib/api.ts';

/** Shows an alert as it is after an action in the lists that have it, without a request. */
export function replaceInLists(changed: AlertOut): void {
  const replaceIn = (items: readonly AlertOut[]): AlertOut[] =>
    items.map((one) => (one.guid === changed.guid ? changed : one));
  updateCached('GET /alerts', (list) => ({ ...list, items: replaceIn(list.items) }));
  updateCached('GET /views/alerts', (list) => ({ ...list, items: replaceIn(list.items) }));
}
