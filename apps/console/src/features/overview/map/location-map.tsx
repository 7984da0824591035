/** Locations on a map: close ones are one pin with the worst state and their number. */
import { useCallback, useMemo, useRef, useState } from 'react';
import { useText } from '../../../lib/texts.ts';
import { useWidth } from '../../../lib/use-width.ts';
import type { OverviewItem } from '../overview-order.ts';
import { ClusterContents } from './cluster-contents.tsx';
import styles from './location-map.module.css';
import { MapButtons } from './map-buttons.tsx';
import { landPath } from './map-land.ts';
import { MapPins } from './map-pins.tsx';
import { type Spot, spotsOf } from './map-spots.ts';
import { isClosest, type MapSize, type MapView, viewOf } from './map-view.ts';
import { type ChangeView, useMapGestures } from './use-map-gestures.ts';

/** Height by width, on a phone and on wider screens. */
const TALL = 1.2;
const WIDE = 0.5;
const PHONE_WIDTH = 600;
/** The page around the map stays in sight. */
const MAX_PART_OF_WINDOW = 0.68;
const MIN_HEIGHT = 300;

const heightOf = (width: number): number =>
  Math.round(
    Math.max(
      MIN_HEIGHT,
      Math.min(width * (width < PHONE_WIDTH ? TALL : WIDE), window.innerHeight * MAX_PART_OF_WINDOW),
    ),
  );

interface Props {
  readonly items: readonly OverviewItem[];
}

export default function LocationMap({ items }: Props) {
  const t = useText();
  const { ref, width } = useWidth<HTMLElement>();
  const size = useMemo(() => ({ width, height: heightOf(width) }), [width]);
  const spots = spotsOf(items, t.locale);
  const elsewhere = items.length - spots.length;
  return (
    <section className={`card ${styles.map}`} aria-label={t('overview.map.label')} ref={ref}>
      {width > 0 && spots.length > 0 && <MapFrame spots={spots} size={size} />}
      {elsewhere > 0 && <p className="small muted pad">{t('overview.map.elsewhere', { count: elsewhere })}</p>}
    </section>
  );
}

/** The globe is drawn three times, so that it has no edge. */
const GLOBE_OFFSETS = [-360, 0, 360] as const;

function MapFrame({ spots, size }: { readonly spots: readonly Spot[]; readonly size: MapSize }) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const path = useMemo(landPath, []);
  /** null: all locations are in view, also those that are added. */
  const [chosen, setChosen] = useState<MapView | null>(null);
  /** The guids of the locations of a cluster. */
  const [opened, setOpened] = useState<readonly string[]>([]);
  const home = viewOf(spots, size);
  const view = chosen ?? home;
  const latest = useRef(view);
  latest.current = view;
  const change: ChangeView = useCallback((next) => {
    latest.current = next(latest.current);
    setChosen(latest.current);
    setOpened([]);
  }, []);
  const gestures = useMapGestures(frame, size, change);
  const onCluster = (cluster: readonly Spot[]): void => {
    // The pressed button is gone after this.
    frame.current?.focus({ preventScroll: true });
    const next = viewOf(cluster, size, 0);
    // Locations of one building stay together however close the map is.
    if (isClosest(view) || isClosest(next)) setOpened(cluster.map(({ item }) => item.card.guid));
    else change(() => next);
  };
  const shownItems = spots.map(({ item }) => item).filter(({ card }) => opened.includes(card.guid));
  const height = (view.span * size.height) / size.width;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      ref={frame}
      className={styles.frame}
      role="group"
      aria-label={t('overview.map.help')}
      tabIndex={0}
      style={{ height: size.height }}
      {...gestures}
    >
      <svg
        className={styles.land}
        data-land
        viewBox={`${view.x - view.span / 2} ${view.y - height / 2} ${view.span} ${height}`}
        aria-hidden="true"
      >
        {GLOBE_OFFSETS.map((degrees) => (
          <path key={degrees} d={path} transform={`translate(${degrees} 0)`} vectorEffect="non-scaling-stroke" />
        ))}
      </svg>
      <MapPins spots={spots} view={view} size={size} onCluster={onCluster} />
      <MapButtons view={view} size={size} change={change} onAll={() => setChosen(null)} isAll={chosen === null} />
      {shownItems.length > 0 && <ClusterContents items={shownItems} onClose={() => setOpened([])} />}
    </div>
  );
}
