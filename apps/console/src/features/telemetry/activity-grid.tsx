/** Hours by days of the last weeks: what is usual stays calm, what is not is outlined. An hour opens its history. */
import { Select } from '@mantine/core';
import type { ActivityOut } from '@picket/contracts/types';
import type { AlertKind } from '@picket/domain/alert-kinds';
import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { problemText, useApi } from '../../lib/api.ts';
import { plural } from '../../lib/plural.ts';
import { toSpanQuery } from '../../lib/time-span.ts';
import { localHourStart } from '../../lib/zoned-time.ts';
import { type SeriesKey, scaleOf } from './history-model.ts';
import type { KnownSeries } from './use-location-series.ts';
import './activity-grid.css';

const HOUR = 3_600_000;
const WEEKS = 4;

/** The kinds of alerts, in the order in which they are offered; null: not offered. */
const ALERT_KIND_LABELS = {
  POLICY_ALERT: 'Policy alerts',
  POLICY_ALERT_WITH_READINGS: 'Alerts from readings',
  POLICY_ALERT_WITH_VIDEO: 'Alerts with video',
  WEATHER_ALERT: 'Weather alerts',
  GENERIC_ALERT: 'Alerts raised by hand',
  ALERT: 'Alerts of devices',
  POLICY_ALERT_WITH_SIGNED_VIDEO_URL: null,
  POLICY_CHANGE_ALERT: null,
} as const satisfies Record<AlertKind, string | null>;

type Cell = ActivityOut['cells'][number];

interface Props {
  readonly location: string;
  readonly series: readonly KnownSeries[];
  readonly useCelsius: boolean;
}

/** Memoized: the page re-renders every second for its clock. */
export const ActivityGrid = memo(function ActivityGrid({ location, series, useCelsius }: Props) {
  const choices = useMemo(() => choicesOf(series), [series]);
  const [chosen, setChosen] = useState<string | null>(null);
  const choice = choices.find(({ value }) => value === chosen) ?? choices[0];
  const activity = useApi(
    'GET /views/locations/{guid}/activity',
    choice === undefined ? null : { params: { guid: location }, query: { ...choice.query, weeks: WEEKS } },
    // What was chosen before has other words and another unit.
    { refreshInterval: 300_000, keepPreviousData: false },
  );
  if (choice === undefined) return null;
  return (
    <section className="card pad stack" aria-label="Activity">
      <div className="row">
        <h2>Activity</h2>
        <span className="grow" />
        <Select
          className="activity-choice"
          size="xs"
          aria-label="Activity of"
          data={choices.map(({ value, label }) => ({ value, label }))}
          value={choice.value}
          allowDeselect={false}
          onChange={setChosen}
        />
      </div>
      {activity.error && !activity.data && <p className="muted">{problemText(activity.error)}</p>}
      {activity.data ? (
        <Grid location={location} activity={activity.data} choice={choice} useCelsius={useCelsius} />
      ) : (
        !activity.error && <div className="skeleton activity-wait" aria-hidden="true" />
      )}
    </section>
  );
});

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly query: Readonly<Record<string, string>>;
  /** null: alerts are counted. */
  readonly series: (SeriesKey & { readonly sentry: string }) | null;
}

function choicesOf(series: readonly KnownSeries[]): readonly Choice[] {
  const measured = series.flatMap(({ key, label, sensorMetricId, column, sentries }) =>
    sentries.map(
      ({ guid, name }): Choice => ({
        value: `${guid} ${key}`,
        label: `${label} · ${name}`,
        query: { sentry: guid, sensorMetricId, column },
        series: { sentry: guid, sensorMetricId, column },
      }),
    ),
  );
  const kinds = Object.entries(ALERT_KIND_LABELS).flatMap(([kind, label]): Choice[] =>
    label === null ? [] : [{ value: kind, label, query: { kind }, series: null }],
  );
  return [...measured, ...kinds];
}

interface GridProps {
  readonly location: string;
  readonly activity: ActivityOut;
  readonly choice: Choice;
  readonly useCelsius: boolean;
}

function Grid({ location, activity, choice, useCelsius }: GridProps) {
  const { days, cells, timezone } = activity;
  const navigate = useNavigate();
  const [focus, setFocus] = useState({ day: days.length - 1, hour: 12 });
  const grid = useRef<HTMLDivElement>(null);
  const byPlace = useMemo(() => new Map(cells.map((cell) => [`${cell.day} ${cell.hour}`, cell])), [cells]);
  const [low, high] = useMemo(() => spread(cells), [cells]);
  const scale = choice.series === null ? null : scaleOf(choice.series, useCelsius);
  const words = (value: number): string => scale?.words(value) ?? plural(value, 'alert');
  const open = (day: string, hour: number): void => {
    const from = localHourStart(day, hour, timezone);
    const named =
      choice.series === null
        ? {}
        : { series: `${choice.series.sensorMetricId}.${choice.series.column}`, sentry: choice.series.sentry };
    void navigate(
      `/locations/${location}/history?${new URLSearchParams({ ...toSpanQuery(from, from + HOUR), ...named })}`,
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, readonly [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const day = Math.min(days.length - 1, Math.max(0, focus.day + step[0]));
    const hour = Math.min(23, Math.max(0, focus.hour + step[1]));
    setFocus({ day, hour });
    grid.current?.querySelector<HTMLElement>(`[data-place="${day} ${hour}"]`)?.focus();
  };
  const unusual = cells.filter((cell) => cell.unusual).length;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a table whose cells are walked by arrow keys */}
      <div
        ref={grid}
        role="grid"
        aria-label={`${choice.label}, hours by days; arrow keys move, Enter opens the hour`}
        className="activity"
        style={{ gridTemplateColumns: `28px repeat(${days.length}, minmax(0, 1fr))` }}
        onKeyDown={onKeyDown}
      >
        {Array.from({ length: 24 }, (_, hour) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div key={`hour ${hour.toString()}`} role="row" tabIndex={-1} className="activity-row">
            {/* biome-ignore lint/a11y/useSemanticElements: as above */}
            <span role="rowheader" tabIndex={-1} className="activity-hour num">
              {hour % 6 === 0 ? `${String(hour).padStart(2, '0')}` : <span className="visually-hidden">{hour}</span>}
            </span>
            {days.map((day, index) => {
              const cell = byPlace.get(`${day} ${hour}`);
              const isFocus = focus.day === index && focus.hour === hour;
              return (
                // biome-ignore lint/a11y/useSemanticElements: as above
                <button
                  key={day}
                  type="button"
                  role="gridcell"
                  data-place={`${index} ${hour}`}
                  tabIndex={isFocus ? 0 : -1}
                  className={`activity-cell${cell?.unusual ? ' unusual' : ''}${cell === undefined ? ' unknown' : ''}`}
                  style={
                    cell === undefined
                      ? {}
                      : ({ '--share': `${Math.round(share(cell.value, low, high) * 100)}%` } as object)
                  }
                  aria-label={`${day} ${String(hour).padStart(2, '0')}:00, ${cell === undefined ? 'no readings' : words(cell.value)}${unusualWords(cell, words)}`}
                  title={`${day} ${String(hour).padStart(2, '0')}:00 · ${cell === undefined ? 'no readings' : words(cell.value)}${unusualWords(cell, words)}`}
                  onClick={() => open(day, hour)}
                  onFocus={() => setFocus({ day: index, hour })}
                />
              );
            })}
          </div>
        ))}
      </div>
      <div className="activity-foot small muted num">
        <span>
          {days[0]} to {days.at(-1)}
        </span>
        <span className="activity-key">
          {words(low)} <i aria-hidden="true" /> {words(high)}
        </span>
        <span>
          <i className="activity-cell unusual activity-sample" aria-hidden="true" /> unusual for its weekday and hour:{' '}
          {unusual}
        </span>
      </div>
    </>
  );
}

const unusualWords = (cell: Cell | undefined, words: (value: number) => string): string =>
  cell?.unusual && cell.usual !== null ? `, unusual: usually ${words(cell.usual)}` : '';

/** Least and most, without the odd hour at either end that would wash out all others. */
function spread(cells: readonly Cell[]): readonly [number, number] {
  const values = cells.map(({ value }) => value).sort((a, b) => a - b);
  if (values.length === 0) return [0, 1];
  const at = (part: number): number => values[Math.round(part * (values.length - 1))] ?? 0;
  const low = at(0.01);
  const high = at(0.99);
  return high > low ? [low, high] : [low, Math.max(low + 1, values.at(-1) ?? 1)];
}

const share = (value: number, low: number, high: number): number =>
  Math.min(1, Math.max(0, (value - low) / (high - low)));
