/** The items of a list of cards, and what stands in their place until they have arrived. */
import type { ProfileOut } from '@picket/contracts/types';
import type { OverviewItem } from '../overview-order.ts';
import { mayAddTo } from './card-summary.ts';
import { LocationCard } from './location-card.tsx';
import styles from './location-list.module.css';

/** As many as fill most windows. */
export const FIRST_CARDS = 24;

export interface CardListProps {
  readonly items: readonly OverviewItem[];
  /** Series that have an open alert. */
  readonly hot: ReadonlySet<string>;
  readonly permissions: ProfileOut['permissions'];
  readonly useCelsius: boolean;
}

interface Props extends CardListProps {
  readonly total: number;
  /** The place of the first of them in the whole list. */
  readonly first: number;
}

export const Cards = ({ items, total, first, hot, permissions, useCelsius }: Props) =>
  items.map((item, index) => (
    <li key={item.card.guid} aria-setsize={total} aria-posinset={first + index + 1}>
      <LocationCard item={item} useCelsius={useCelsius} hot={hot} mayAdd={mayAddTo(permissions, item)} />
    </li>
  ));

export const ListSkeleton = () => (
  <div className={styles.grid} aria-hidden="true">
    {Array.from({ length: 6 }, (_, index) => (
      <div key={`skeleton-${index.toString()}`} className="skeleton" style={{ height: 240 }} />
    ))}
  </div>
);
