/** Many locations as cards: those near the window are rendered. Loaded when there are many. */
import { useWidth } from '../../../lib/use-width.ts';
import { type CardListProps, Cards } from './cards.tsx';
import styles from './location-list.module.css';
import { useVisibleRows } from './use-visible-rows.ts';

/** As in location-list.module.css. */
const MIN_CARD_WIDTH = 300;
const GAP = 16;
const CARD_HEIGHT = 236;
/** As of the page (ui/pages.css): on each side, and at most. */
const PAGE_PADDING = 24;
const PAGE_WIDTH = 1880;

const columnsIn = (width: number): number => Math.max(1, Math.floor((width + GAP) / (MIN_CARD_WIDTH + GAP)));

/** Until it is measured: mostly it is as wide as the window, and cards that were rendered for that stay. */
const likelyWidth = (): number => Math.min(window.innerWidth, PAGE_WIDTH) - 2 * PAGE_PADDING;

export default function LongCardList(props: CardListProps) {
  const { items } = props;
  const { ref, width } = useWidth<HTMLDivElement>();
  const columns = columnsIn(width === 0 ? likelyWidth() : width);
  const { rows, totalHeight, topOf, measure, onFocusRow } = useVisibleRows({
    list: ref,
    count: Math.ceil(items.length / columns),
    height: CARD_HEIGHT,
    gap: GAP,
  });
  return (
    <div className={styles.longList} ref={ref} style={{ height: totalHeight }}>
      {rows.map((row) => (
        <ul
          key={row.key}
          className={styles.grid}
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
