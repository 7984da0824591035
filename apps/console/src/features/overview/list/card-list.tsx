/** All locations as cards; of many, those near the window are rendered. */
import type { ProfileOut } from '@picket/contracts/types';
import { Suspense, useRef } from 'react';
import { loadable } from '../../../lib/loadable.tsx';
import type { OverviewItem } from '../overview-order.ts';
import { mayAddTo } from './card-summary.ts';
import { LocationCard } from './location-card.tsx';
import { useListPosition } from './use-list-position.ts';
import './list.css';

/** Lists of more locations render only what is near the window. */
export const MAX_RENDERED = 60;

// Few installations have so many.
const LongCardList = loadable<CardListProps>(() => import('./long-card-list.tsx'));

export interface CardListProps {
  readonly items: readonly OverviewItem[];
  /** Series that have an open alert. */
  readonly hot: ReadonlySet<string>;
  readonly permissions: ProfileOut['permissions'];
  readonly useCelsius: boolean;
}

export const CardList = (props: CardListProps) =>
  props.items.length > MAX_RENDERED ? (
    <Suspense fallback={<ListSkeleton />}>
      <LongCardList {...props} />
    </Suspense>
  ) : (
    <ShortList {...props} />
  );

/** In place of the list until it has arrived. */
export const ListSkeleton = () => (
  <div className="location-grid" aria-hidden="true">
    {Array.from({ length: 6 }, (_, index) => (
      <div key={`skeleton-${index.toString()}`} className="skeleton" style={{ height: 240 }} />
    ))}
  </div>
);

const NO_ROWS = () => [];

function ShortList(props: CardListProps) {
  const list = useRef<HTMLUListElement>(null);
  useListPosition(list, NO_ROWS);
  return (
    <ul className="location-grid" ref={list}>
      <Cards {...props} total={props.items.length} first={0} />
    </ul>
  );
}

interface CardsProps extends CardListProps {
  readonly total: number;
  /** The place of the first of them in the whole list. */
  readonly first: number;
}

export const Cards = ({ items, total, first, hot, permissions, useCelsius }: CardsProps) =>
  items.map((item, index) => (
    <li key={item.card.guid} aria-setsize={total} aria-posinset={first + index + 1}>
      <LocationCard item={item} useCelsius={useCelsius} hot={hot} mayAdd={mayAddTo(permissions, item)} />
    </li>
  ));
