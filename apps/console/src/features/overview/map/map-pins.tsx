/** The pins in view: a link for a location, a button for several. */
import { Link } from 'react-router';
import { useText } from '../../../lib/texts.ts';
import { StateIcon } from '../../../ui/icons.tsx';
import { cardState, cardStateText, worstState } from '../card-state.ts';
import styles from './location-map.module.css';
import { type Cluster, clustersOf, namedClusters } from './map-clusters.ts';
import type { Spot } from './map-spots.ts';
import { type MapPoint, type MapSize, type MapView, toPixels } from './map-view.ts';

interface Props {
  readonly spots: readonly Spot[];
  readonly view: MapView;
  readonly size: MapSize;
  readonly onCluster: (spots: readonly Spot[]) => void;
}

const isInside = ({ x, y }: MapPoint, { width, height }: MapSize): boolean =>
  x >= 0 && x <= width && y >= 0 && y <= height;

export function MapPins({ spots, view, size, onCluster }: Props) {
  const clusters = clustersOf(spots.map((spot) => ({ item: spot, at: toPixels(spot, view, size) }))).filter(({ at }) =>
    isInside(at, size),
  );
  const named = namedClusters(clusters, ({ item }) => item.card.name, size.width);
  return (
    <ul className={styles.pins}>
      {clusters.map((cluster) => {
        const [first] = cluster.items;
        return (
          first !== undefined && (
            <li key={first.item.card.guid} style={{ left: cluster.at.x, top: cluster.at.y }}>
              {cluster.items.length === 1 ? (
                <Pin spot={first} isNamed={named.has(cluster)} />
              ) : (
                <ClusterPin cluster={cluster} onOpen={() => onCluster(cluster.items)} />
              )}
            </li>
          )
        );
      })}
    </ul>
  );
}

function Pin({ spot: { item }, isNamed }: { readonly spot: Spot; readonly isNamed: boolean }) {
  const t = useText();
  const { card } = item;
  const state = cardState(card);
  return (
    <Link
      to={`/locations/${card.guid}`}
      className={`${styles.pin} ${state}`}
      title={isNamed ? undefined : card.name}
      draggable={false}
    >
      <StateIcon state={state} size={14} />
      <span className={isNamed ? styles.pinName : 'visually-hidden'}>{card.name}</span>
      <span className="visually-hidden">, {cardStateText(t, card)}</span>
    </Link>
  );
}

function ClusterPin({ cluster, onOpen }: { readonly cluster: Cluster<Spot>; readonly onOpen: () => void }) {
  const t = useText();
  const cards = cluster.items.map(({ item }) => item.card);
  const state = worstState(cards);
  const [worst] = cards;
  const text = worst === undefined ? '' : cardStateText(t, worst);
  return (
    <button
      type="button"
      className={`${styles.pin} ${styles.cluster} ${state}`}
      aria-label={t('overview.map.cluster', { count: cards.length, state: text })}
      onClick={onOpen}
    >
      <StateIcon state={state} size={14} />
      <span className="num">{cards.length}</span>
    </button>
  );
}
