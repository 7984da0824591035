/** Locations on a map without external services: the outlines of the continents come with the console. */

import type { LocationCardOut } from '@picket/contracts/types';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import land from 'world-atlas/land-110m.json';
import { plural } from '../../lib/plural.ts';
import { useWidth } from '../../lib/use-width.ts';
import { StateIcon } from '../../ui/icons.tsx';
import { cardState } from './location-card.tsx';
import './location-map.css';

interface Props {
  readonly cards: readonly LocationCardOut[];
}

interface Spot {
  readonly card: LocationCardOut;
  readonly x: number;
  readonly y: number;
}

/** Mercator, in degrees of longitude. */
const north = (latitude: number): number => {
  const bounded = Math.min(84, Math.max(-84, latitude));
  return (Math.log(Math.tan(Math.PI / 4 + (bounded * Math.PI) / 360)) * 180) / Math.PI;
};

/** Guarantee: the file of the package holds this one topology; read as JSON, its types are wider than it is. */
const world = () => land as unknown as Topology<{ land: GeometryCollection }>;

function outlines(): string {
  const topology = world();
  const { features } = feature(topology, topology.objects.land);
  return features
    .flatMap(({ geometry }) =>
      geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : geometry.type === 'Polygon'
          ? [geometry.coordinates]
          : [],
    )
    .flat()
    .map((ring) => `M${ring.map(([x = 0, y = 0]) => `${x.toFixed(2)},${(-north(y)).toFixed(2)}`).join('L')}Z`)
    .join('');
}

const LEAST_WIDE = 12;

export default function LocationMap({ cards }: Props) {
  const { ref, width } = useWidth<HTMLElement>();
  const path = useMemo(outlines, []);
  const spots = cards.flatMap((card): Spot[] =>
    card.coordinates === undefined
      ? []
      : [{ card, x: card.coordinates.longitude, y: -north(card.coordinates.latitude) }],
  );
  const elsewhere = cards.length - spots.length;
  const box = boundsOf(spots, width < 600 ? 1.1 : 0.5);
  return (
    <section className="card location-map" aria-label="Map of the locations" ref={ref}>
      <div className="location-map-frame" style={{ aspectRatio: `${box.width} / ${box.height}` }}>
        <svg viewBox={`${box.left} ${box.top} ${box.width} ${box.height}`} aria-hidden="true">
          <path d={path} vectorEffect="non-scaling-stroke" />
        </svg>
        <ul>
          {spots.map(({ card, x, y }) => {
            const { state, word } = cardState(card);
            return (
              <li
                key={card.guid}
                style={{
                  left: `${((x - box.left) / box.width) * 100}%`,
                  top: `${((y - box.top) / box.height) * 100}%`,
                }}
              >
                <Link to={`/locations/${card.guid}`} className={`location-pin ${state}`}>
                  <StateIcon state={state} size={13} />
                  <span>{card.name}</span>
                  <span className="visually-hidden">, {word}</span>
                </Link>
              </li>
            );
          })}
        </ul>
      </div>
      {elsewhere > 0 && (
        <p className="small muted pad">
          {plural(elsewhere, 'location has', 'locations have')} no coordinates; set them in its settings, under Address.
        </p>
      )}
    </section>
  );
}

/** The part of the world that holds all spots, with air around it. `tall`: height by width. */
function boundsOf(spots: readonly Spot[], tall: number) {
  const xs = spots.map(({ x }) => x);
  const ys = spots.map(({ y }) => y);
  const middle = { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
  const wide = Math.max(
    LEAST_WIDE,
    (Math.max(...xs) - Math.min(...xs)) * 1.35,
    ((Math.max(...ys) - Math.min(...ys)) * 1.5) / tall,
  );
  const width = Math.min(360, wide);
  const height = width * tall;
  return { left: middle.x - width / 2, top: middle.y - height / 2, width, height };
}
