/** The tiles of the page that is shown, and which page it is. */
import type { CSSProperties } from 'react';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import type { OverviewItem } from '../overview-order.ts';
import styles from './display-frame.module.css';
import { type DisplayLayout, type TileGrid, tilesOf } from './display-layout.ts';
import { DisplayTile } from './display-tile.tsx';
import type { Pages } from './use-display-pages.ts';

interface Props {
  /** The worst first. */
  readonly items: readonly OverviewItem[];
  readonly layout: DisplayLayout;
  readonly pages: Pages;
}

const styleOf = ({ columns, rows, share }: TileGrid): CSSProperties => ({
  gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
  gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
  flexGrow: share,
});

export function DisplayTiles({ items, layout, pages }: Props) {
  const { grid, pinnedGrid, hasLargeTile } = layout;
  const { pinned, others } = tilesOf(items, layout, pages.page);
  return (
    <>
      {pinned.length > 0 && (
        <div className={styles.grid} style={styleOf(pinnedGrid)}>
          {pinned.map((item) => (
            <DisplayTile key={item.card.guid} item={item} showsDetails={pinnedGrid.showsDetails} />
          ))}
        </div>
      )}
      <div className={styles.grid} style={styleOf(grid)}>
        {others.map((item, index) => (
          <DisplayTile
            key={item.card.guid}
            item={item}
            showsDetails={grid.showsDetails}
            isLarge={hasLargeTile && index === 0}
          />
        ))}
      </div>
      {layout.pages > 1 && <PageLine items={items} layout={layout} pages={pages} />}
    </>
  );
}

function PageLine({ items, layout, pages }: Props) {
  const t = useText();
  const formats = useFormats();
  const place = { page: pages.page + 1, count: layout.pages };
  return (
    <div className={`${styles.pages} num`}>
      <span>
        {pages.isPaused
          ? t('display.pagePaused', place)
          : t('display.page', { ...place, duration: formats.duration(pages.secondsLeft * 1000) })}
      </span>
      <span className="grow" />
      {layout.pinned > 0 && (
        <span>{t('display.staying', { count: layout.pinned, others: items.length - layout.pinned })}</span>
      )}
    </div>
  );
}
