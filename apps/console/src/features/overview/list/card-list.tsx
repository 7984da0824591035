/** All locations as cards; of many, those near the window are rendered. */
import { Suspense, useRef } from 'react';
import { loadable } from '../../../lib/loadable.tsx';
import { type CardListProps, Cards, ListSkeleton, MAX_RENDERED } from './cards.tsx';
import { useListPosition } from './use-list-position.ts';

// Few installations have so many.
const LongCardList = loadable<CardListProps>(() => import('./long-card-list.tsx'));

export const CardList = (props: CardListProps) =>
  props.items.length > MAX_RENDERED ? (
    <Suspense fallback={<ListSkeleton />}>
      <LongCardList {...props} />
    </Suspense>
  ) : (
    <ShortList {...props} />
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
