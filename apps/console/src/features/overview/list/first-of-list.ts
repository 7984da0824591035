/** The first cards of a long list, which the server draws: it knows no window. */
import type { AlertOut, LocationCardOut } from '@picket/contracts/types';
import { MAX_SHORT_LIST } from '@picket/domain/location-lists';
import { overviewItems, shownItems } from '../overview-order.ts';
import { FIRST_CARDS } from './cards.tsx';
import { DEFAULTS } from './stored-list.ts';

/** Their locations, as the list is unless somebody chooses; of a list that is rendered whole, all. */
export function firstOfList(
  cards: readonly LocationCardOut[],
  alerts: readonly AlertOut[],
  locale: string,
): readonly string[] {
  const { find, state, sort: order } = DEFAULTS;
  const shown = shownItems(overviewItems(cards, alerts), { find, state, order, locale });
  return shown.slice(0, cards.length > MAX_SHORT_LIST ? FIRST_CARDS : cards.length).map(({ card }) => card.guid);
}
