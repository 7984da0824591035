/** The state of a location as its card, its pin and its tile show it. */
import type { LocationCardOut } from '@picket/contracts/types';
import { severityText } from '../../lib/kind-texts.ts';
import type { Translator } from '../../lib/texts.ts';

export type CardState = 'critical' | 'warning' | 'offline' | 'info' | 'none';

/** Its worst open alert, offline, or none. */
export function cardState({ sentries, worst }: Pick<LocationCardOut, 'sentries' | 'worst'>): CardState {
  // What a location without reports was like last is not what it is like now.
  if (sentries.total > 0 && sentries.online === 0) return 'offline';
  return worst;
}

/** As its card names it: nothing watches a location without sentries, so that it is not quiet. */
export type NamedState = CardState | 'empty';

export function namedState(card: Pick<LocationCardOut, 'sentries' | 'worst'>): NamedState {
  const state = cardState(card);
  return state === 'none' && card.sentries.total === 0 ? 'empty' : state;
}

/** "Critical", "Offline", "Quiet", "No sentries". */
export function cardStateText(t: Translator, card: Pick<LocationCardOut, 'sentries' | 'worst'>): string {
  const state = namedState(card);
  return state === 'offline' || state === 'none' || state === 'empty'
    ? t(`overview.state.${state}`)
    : severityText(t, state);
}

/** Worst first. Offline with a critical alert, usually its own, comes before a warning; a short silence after it. */
const RANKS: Readonly<Record<NamedState, number>> = { critical: 0, warning: 2, offline: 3, info: 4, none: 5, empty: 6 };
const OFFLINE_AND_CRITICAL = 1;

/** 0 is the worst. */
export function urgencyOf(card: Pick<LocationCardOut, 'sentries' | 'worst'>): number {
  const state = namedState(card);
  return state === 'offline' && card.worst === 'critical' ? OFFLINE_AND_CRITICAL : RANKS[state];
}

/** The worst of several; 'none' of no card. */
export function worstState(cards: readonly Pick<LocationCardOut, 'sentries' | 'worst'>[]): CardState {
  const [worst] = [...cards].sort((one, other) => urgencyOf(one) - urgencyOf(other));
  return worst === undefined ? 'none' : cardState(worst);
}
