/** All locations as cards; of many, those near the window are rendered. */
import type { ProfileOut } from '@picket/contracts/types';
import { useRef } from 'react';
import { useWidth } from '../../../lib/use-width.ts';
import type { OverviewItem } from '../overview-order.ts';
import { mayAddTo } from './card-summary.ts';
import { LocationCard } from './location-card.tsx';
import { useListPosition } from './use-list-position.ts';
import { useVisibleRows } from './use-visible-rows.ts';
import './list.css';

/** Lists of more locations render only what is near the window. */
export const MAX_RENDERED = 60;

/** As in list.css. */
const MIN_CARD_WIDTH = 300;
const GAP = 16;
const CARD_HEIGHT = 236;

interface Props {
  readonly items: readonly OverviewItem[];
  /** Series that have an open alert. */
  readonly hot: ReadonlySet<string>;
  readonly permissions: ProfileOut['permissions'];
  readonly useCelsius: boolean;
}

export const CardList = (props: Props) =>
  props.items.length > MAX_RENDERED ? <LongList {...props} /> : <ShortList {...props} />;

const NO_ROWS = () => [];

function ShortList(props: Props) {
  const list = useRef<HTMLUListElement>(null);
  useListPosition(list, NO_ROWS);
  return (
    <ul className="location-grid" ref={list}>
      <Cards {...props} total={props.items.length} first={0} />
    </ul>
  );
}

function LongList(props: Props) {
  const { items } = props;
  const { ref, width } = useWidth<HTMLDivElement>();
  const columns = Math.max(1, Math.floor((width + GAP) / (MIN_CARD_WIDTH + GAP)));
  const { rows, totalHeight, topOf, measure, onFocusRow } = useVisibleRows({
    list: ref,
    count: Math.ceil(items.length / columns),
    height: CARD_HEIGHT,
    gap: GAP,
  });
  return (
    <div className="long-list" ref={ref} style={{ height: totalHeight }}>
      {rows.map((row) => (
        <ul
          key={row.key}
          className="location-grid"
          ref={measure}
          data-index={row.index}
          style={{ transform: `translateY(${topOf(row)}px)` }}
          onFocus={() => onFocusRow(row.index)}
        >
          <Cards
            {...props}
            items={items.slice(row.index * columns, (row.index + 1) * columns)}
            total={items.length}
            first={row.index * columns}
          />
        </ul>
      ))}
    </div>
  );
}

interface CardsProps extends Props {
  readonly total: number;
  /** The place of the first of them in the whole list. */
  readonly first: number;
}

const Cards = ({ items, total, first, hot, permissions, useCelsius }: CardsProps) =>
  items.map((item, index) => (
    <li key={item.card.guid} aria-setsize={total} aria-posinset={first + index + 1}>
      <LocationCard item={item} useCelsius={useCelsius} hot={hot} mayAdd={mayAddTo(permissions, item)} />
    </li>
  ));
