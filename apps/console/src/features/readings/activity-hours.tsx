/** The hours of the activity grid: a table whose cells are walked by arrow keys, and what its colors mean. */
import type { ActivityOut } from '@picket/contracts/types';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { toSpanQuery } from '../../lib/time-span.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { localHourStart } from '../../lib/zoned-time.ts';
import styles from './activity-grid.module.css';
import type { SeriesKey } from './history-model.ts';

const HOUR = 3_600_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** By how many days and hours an arrow key moves. */
const STEPS: Readonly<Record<string, readonly [days: number, hours: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Cell = ActivityOut['cells'][number];

export interface ActivityChoice {
  readonly value: string;
  readonly label: string;
  readonly query: Readonly<Record<string, string>>;
  /** null: alerts are counted. */
  readonly series: (SeriesKey & { readonly sentry: string }) | null;
}

interface Props {
  readonly location: string;
  readonly activity: ActivityOut;
  readonly choice: ActivityChoice;
}

export function ActivityHours(props: Props) {
  const { days, cells } = props.activity;
  const t = useText();
  const open = useOpenHour(props);
  const textOf = useCellText(props);
  const { grid, focus, setFocus, onKeyDown } = useGridFocus(days.length);
  const byPlace = useMemo(() => new Map(cells.map((cell) => [`${cell.day} ${cell.hour}`, cell])), [cells]);
  const range = useMemo(() => spread(cells), [cells]);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a table whose cells are walked by arrow keys */}
      <div
        ref={grid}
        role="grid"
        aria-label={t('telemetry.activity.grid', { series: props.choice.label })}
        className={styles.grid}
        style={{ gridTemplateColumns: `28px repeat(${days.length}, minmax(0, 1fr))` }}
        onKeyDown={onKeyDown}
      >
        {HOURS.map((hour) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div key={hour} role="row" tabIndex={-1} className={styles.row}>
            {/* biome-ignore lint/a11y/useSemanticElements: as above */}
            <span role="rowheader" tabIndex={-1} className={`${styles.hour} num`}>
              {hour % 6 === 0 ? String(hour).padStart(2, '0') : <span className="visually-hidden">{hour}</span>}
            </span>
            {days.map((day, index) => {
              const cell = byPlace.get(`${day} ${hour}`);
              const text = textOf.hour(day, hour, cell);
              return (
                // biome-ignore lint/a11y/useSemanticElements: as above
                <button
                  key={day}
                  type="button"
                  role="gridcell"
                  data-place={`${index} ${hour}`}
                  tabIndex={focus.day === index && focus.hour === hour ? 0 : -1}
                  className={styles.cell}
                  data-unusual={cell?.unusual || undefined}
                  data-unknown={cell === undefined || undefined}
                  style={cell === undefined ? {} : styleOf(cell, range)}
                  aria-label={text}
                  title={text}
                  onClick={() => open(day, hour)}
                  onFocus={() => setFocus({ day: index, hour })}
                />
              );
            })}
          </div>
        ))}
      </div>
      <ActivityKey activity={props.activity} low={textOf.value(range[0])} high={textOf.value(range[1])} />
    </>
  );
}

/** What is at an hour, in words. */
function useCellText({ activity: { days, timezone }, choice }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const dates = useMemo(() => new Map(days.map((day) => [day, formats.plainDate(day)])), [days, formats]);
  const value = (stored: number): string =>
    choice.series === null
      ? t('telemetry.activity.alerts', { count: stored })
      : formats.valueText(choice.series.sensorMetricId, choice.series.column, stored);
  return {
    value,
    hour: (day: string, hour: number, cell: Cell | undefined): string => {
      const at = { day: dates.get(day) ?? day, hour: formats.clock(hour, 0) };
      if (cell === undefined) return t('telemetry.activity.hour', { ...at, value: t('telemetry.activity.noReadings') });
      return cell.unusual && cell.usual !== null
        ? t('telemetry.activity.unusualHour', { ...at, value: value(cell.value), usual: value(cell.usual) })
        : t('telemetry.activity.hour', { ...at, value: value(cell.value) });
    },
  };
}

/** Opens the history of an hour. */
function useOpenHour({ location, activity: { timezone }, choice: { series } }: Props) {
  const navigate = useNavigate();
  return (day: string, hour: number): void => {
    const from = localHourStart(day, hour, timezone);
    const named = series === null ? {} : { series: `${series.sensorMetricId}.${series.column}`, sentry: series.sentry };
    void navigate(
      `/locations/${location}/history?${new URLSearchParams({ ...toSpanQuery(from, from + HOUR), ...named })}`,
    );
  };
}

/** One cell of the grid has the focus; the arrow keys move it. */
function useGridFocus(days: number) {
  const [focus, setFocus] = useState({ day: days - 1, hour: 12 });
  const grid = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const day = Math.min(days - 1, Math.max(0, focus.day + step[0]));
    const hour = Math.min(HOURS.length - 1, Math.max(0, focus.hour + step[1]));
    setFocus({ day, hour });
    grid.current?.querySelector<HTMLElement>(`[data-place="${day} ${hour}"]`)?.focus();
  };
  return { grid, focus, setFocus, onKeyDown };
}

interface KeyProps {
  readonly activity: ActivityOut;
  /** What the palest and the strongest color stand for. */
  readonly low: string;
  readonly high: string;
}

function ActivityKey({ activity: { days, cells, timezone }, low, high }: KeyProps) {
  const t = useText();
  const { plainDate } = useFormats(timezone);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <div className={`${styles.foot} small muted num`}>
      <span>
        {first !== undefined && last !== undefined
          ? t('telemetry.activity.days', { first: plainDate(first), last: plainDate(last) })
          : ''}
      </span>
      <span className={styles.key}>
        {low} <i aria-hidden="true" /> {high}
      </span>
      <span>
        <i className={`${styles.cell} ${styles.sample}`} data-unusual aria-hidden="true" />{' '}
        {t('telemetry.activity.unusual', { count: cells.filter((cell) => cell.unusual).length })}
      </span>
    </div>
  );
}

/** Least and most, without the odd hour at either end that would wash out all others. */
function spread(cells: readonly Cell[]): readonly [low: number, high: number] {
  const values = cells.map(({ value }) => value).sort((a, b) => a - b);
  if (values.length === 0) return [0, 1];
  const at = (part: number): number => values[Math.round(part * (values.length - 1))] ?? 0;
  const low = at(0.01);
  const high = at(0.99);
  return high > low ? [low, high] : [low, Math.max(low + 1, values.at(-1) ?? 1)];
}

/** Guarantee: a property of the style sheet, which the types of styles do not know. */
const styleOf = ({ value }: Cell, [low, high]: readonly [number, number]): object => ({
  '--share': `${Math.round(Math.min(1, Math.max(0, (value - low) / (high - low))) * 100)}%`,
});
