/** Which locations are shown, and in which order. Pure. */
import type { LocationCardOut } from '@picket/contracts/types';
import { nameKey } from '@picket/domain/names';
import type { StateName } from '../../ui/icons.tsx';
import { cardState } from './location-card.tsx';

export const STATE_FILTERS = {
  all: 'Every state',
  attention: 'Needs attention',
  offline: 'Offline',
  quiet: 'Quiet',
} as const;
export type StateFilter = keyof typeof STATE_FILTERS;

export const CARD_ORDERS = { name: 'By name', urgency: 'Worst first', lastSeen: 'Last seen' } as const;
export type CardOrder = keyof typeof CARD_ORDERS;

const URGENCY: readonly StateName[] = ['critical', 'offline', 'warning', 'info', 'none', 'ok'];

const fits = (state: StateName, filter: StateFilter): boolean => {
  if (filter === 'attention') return state === 'critical' || state === 'warning' || state === 'offline';
  if (filter === 'offline') return state === 'offline';
  if (filter === 'quiet') return state === 'none' || state === 'info';
  return true;
};

export const urgencyOf = (card: LocationCardOut): number => URGENCY.indexOf(cardState(card).state);

export function shownCards(
  cards: readonly LocationCardOut[],
  search: string,
  filter: StateFilter,
  order: CardOrder,
): readonly LocationCardOut[] {
  const wanted = nameKey(search);
  const shown = cards.filter((card) => nameKey(card.name).includes(wanted) && fits(cardState(card).state, filter));
  if (order === 'name') return shown;
  const lastSeen = (card: LocationCardOut): number =>
    card.lastReceivedAt === undefined ? 0 : Date.parse(card.lastReceivedAt);
  return [...shown].sort((a, b) => (order === 'lastSeen' ? lastSeen(a) - lastSeen(b) : urgencyOf(a) - urgencyOf(b)));
}
