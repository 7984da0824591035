/** Links above a graph, each at its instant. */
import { Link } from 'react-router';
import { useText } from '../lib/texts.ts';
import { useFormats } from '../lib/use-formats.ts';
import { StateIcon, type StateName } from './icons.tsx';
import styles from './time-graph.module.css';

export interface Marker {
  readonly key: string;
  readonly at: number;
  readonly state: StateName;
  readonly label: string;
  readonly href: string;
}

/** Markers closer than this are merged. */
const MARKER_MERGE_PX = 14;
const STATES_BY_SEVERITY: readonly StateName[] = ['critical', 'warning', 'offline', 'info', 'none', 'ok'];

interface Group {
  readonly first: Marker;
  readonly count: number;
}

/** Merges markers that are too close; a merged marker shows the most severe state. */
function grouped(markers: readonly Marker[], from: number, to: number, x: (at: number) => number): readonly Group[] {
  const groups: { first: Marker; count: number; end: number }[] = [];
  for (const marker of [...markers].filter(({ at }) => at <= to).sort((a, b) => a.at - b.at)) {
    const place = x(Math.max(from, marker.at));
    const last = groups.at(-1);
    if (last === undefined || place - last.end > MARKER_MERGE_PX) groups.push({ first: marker, count: 1, end: place });
    else {
      last.count += 1;
      if (STATES_BY_SEVERITY.indexOf(marker.state) < STATES_BY_SEVERITY.indexOf(last.first.state)) last.first = marker;
    }
  }
  return groups;
}

interface Props {
  readonly markers: readonly Marker[];
  readonly from: number;
  readonly to: number;
  readonly timezone: string;
  /** Pixels from the left edge of the graph to an instant. */
  readonly x: (at: number) => number;
}

/** Those before `from` are shown at the left edge, those after `to` not at all. */
export function GraphMarkers({ markers, from, to, timezone, x }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  return grouped(markers, from, to, x).map(({ first, count }) => {
    const { label } = first;
    const time = formats.dateTimeWithSeconds(first.at);
    const text =
      count > 1 ? t('ui.graph.markers', { label, time, count: count - 1 }) : t('ui.graph.marker', { label, time });
    return (
      <Link
        key={first.key}
        to={first.href}
        className={styles.marker}
        data-state={first.state}
        style={{ left: x(Math.max(from, first.at)) }}
        title={text}
      >
        <StateIcon state={first.state} size={13} />
        <span className="visually-hidden">{text}</span>
        {count > 1 && (
          <span className="num" aria-hidden="true">
            {count}
          </span>
        )}
      </Link>
    );
  });
}
