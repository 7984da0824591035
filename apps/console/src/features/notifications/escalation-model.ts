/** Escalations as they are edited: chains of steps. */
import type { NotificationRulesOut } from '@picket/contracts/types';

export type Rules = Omit<NotificationRulesOut, 'isDefault' | 'last_update_ts'>;
export type Chain = Rules['chains'][number];
export type Step = Chain['steps'][number];

/** A user, a destination or a location that can be chosen. */
export interface Choice {
  readonly guid: string;
  readonly name: string;
}

export const replaceAt = <Item>(items: readonly Item[], place: number, item: Item): Item[] =>
  items.map((one, index) => (index === place ? item : one));
export const removeAt = <Item>(items: readonly Item[], place: number): Item[] =>
  items.filter((_, index) => index !== place);

/** The number that was typed, at least `least`, which is also what an empty field means. */
export const toInteger = (value: string | number, least: number): number =>
  Math.max(least, Math.round(Number(value) || least));
