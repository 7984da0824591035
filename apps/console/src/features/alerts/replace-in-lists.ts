import type { AlertOut } from '@picket/contracts/types';
import { updateCached } from '../../lib/api.ts';

/** Shows an alert as it is after an action in the lists that have it, without a request. */
export const replaceInLists = (changed: AlertOut): void =>
  updateCached('GET /alerts', (list) => ({
    ...list,
    items: list.items.map((one) => (one.guid === changed.guid ? changed : one)),
  }));
