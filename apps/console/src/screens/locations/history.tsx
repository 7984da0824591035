/** /locations/:id/history: any time range of any series. The query of the address holds the whole state. */
import { Button, Checkbox, Popover, SegmentedControl, Select, Switch } from '@mantine/core';
import { formatInstant } from '@picket/domain/time';
import { IconChevronLeft, IconChevronRight, IconZoomOut } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { BandLegend } from '../../features/telemetry/band-legend.tsx';
import { HistoryGraph } from '../../features/telemetry/history-graph.tsx';
import { type KnownSeries, useLocationSeries } from '../../features/telemetry/use-location-series.ts';
import { problemText, useApi } from '../../lib/api.ts';
import { timezoneNote } from '../../lib/format-time.ts';
import { useNow } from '../../lib/now.ts';
import { parseSpan, RANGE_NAMES, RANGES, recentSpan, toSpanQuery } from '../../lib/time-span.ts';
import { formatWallClock, parseWallClock } from '../../lib/zoned-time.ts';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { NoReadings } from '../../ui/no-readings.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';
import './history.css';

const MAX_DO_NOT_DISTURB_SPAN_MS = 35 * 86_400_000;

export default function History() {
  const { id = '' } = useParams();
  const { preferences } = useProfile();
  const [query, setQuery] = useSearchParams();
  const now = useNow();
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  const { series, sentries, error, retry } = useLocationSeries(id);
  useTitle(location.data ? `${location.data.name}, history` : 'History');

  const asked = parseSpan(query);
  const span =
    asked.kind === 'fixed' ? asked : asked.kind === 'range' ? recentSpan(asked.range, now) : recentSpan('24h', now);
  const { from, to } = span;
  const withdrawn = query.get('withdrawn') === '1';
  const annotations = useApi('GET /views/locations/{guid}/annotations', {
    params: { guid: id },
    query: {
      from: formatInstant(from),
      to: formatInstant(to),
      ...(withdrawn ? { withdrawn: 'include' as const } : {}),
    },
  });

  const wantedText = query.get('series') ?? '';
  const wanted = wantedText.split(',').filter(Boolean);
  const sentry = query.get('sentry');
  const compare = query.get('compare') === '1';
  const chosen = useMemo(
    () => selectSeries(series ?? [], wantedText.split(',').filter(Boolean), sentry),
    [series, wantedText, sentry],
  );
  const missingSeries = series === undefined ? [] : wanted.filter((key) => !series.some((one) => one.key === key));
  const isSentryMissing = sentry !== null && sentries !== undefined && !sentries.some(({ guid }) => guid === sentry);

  /** Changes parameters of the query; null removes one. */
  const updateQuery = (changes: Readonly<Record<string, string | null>>): void => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setQuery(next);
  };
  const showSpan = (begin: number, end: number): void =>
    updateQuery({ range: null, ...toSpanQuery(begin, Math.min(end, now + 60_000)) });

  // Not beyond the present.
  const ahead = Math.min((to - from) / 2, Math.max(0, now - to));

  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data || (series === undefined && error === undefined)) return <LocationSkeleton />;
  const timezone = location.data?.timezone ?? 'UTC';
  const isBad = asked.kind === 'reversed' || asked.kind === 'invalid';
  return (
    <>
      <LocationHead location={location.data} title="History" />
      <LocationTabs id={id} />
      <section className="history-controls" aria-label="Graph settings">
        <SegmentedControl
          aria-label="Range"
          data={RANGE_NAMES.map((name) => ({ value: name, label: RANGES[name].label }))}
          value={asked.kind === 'range' ? asked.range : ''}
          onChange={(range) => updateQuery({ range, from: null, to: null })}
        />
        <div className="row history-move">
          <Button
            variant="default"
            px={8}
            aria-label="Earlier"
            onClick={() => showSpan(from - (to - from) / 2, to - (to - from) / 2)}
          >
            <IconChevronLeft size={16} aria-hidden="true" />
          </Button>
          <Button
            variant="default"
            px={8}
            aria-label="Later"
            disabled={ahead < 1000}
            onClick={() => showSpan(from + ahead, to + ahead)}
          >
            <IconChevronRight size={16} aria-hidden="true" />
          </Button>
          <Button
            variant="default"
            px={8}
            aria-label="Zoom out"
            onClick={() => showSpan(from - (to - from) / 2, to + (to - from) / 2)}
          >
            <IconZoomOut size={16} aria-hidden="true" />
          </Button>
        </div>
        {location.data && (
          <FromTo
            key={`${asked.kind} ${asked.kind === 'range' ? asked.range : `${from} ${to}`}`}
            from={from}
            to={to}
            timezone={timezone}
            onChange={(begin, end) => updateQuery({ range: null, ...toSpanQuery(begin, end) })}
          />
        )}
        {sentries !== undefined && sentries.length > 1 && (
          <Select
            aria-label="Sentry"
            data={[
              { value: '', label: 'Every sentry' },
              ...sentries.map(({ guid, name }) => ({ value: guid, label: name })),
            ]}
            value={isSentryMissing ? '' : (sentry ?? '')}
            allowDeselect={false}
            onChange={(guid) => updateQuery({ sentry: guid === '' ? null : guid })}
          />
        )}
        {series !== undefined && series.length > 0 && (
          <SeriesPicker
            series={series}
            chosen={chosen.map(({ key }) => key)}
            onChange={(keys) => updateQuery({ series: keys.join(',') })}
          />
        )}
        <Switch
          label="Compare with the previous period"
          checked={compare}
          onChange={(event) => updateQuery({ compare: event.currentTarget.checked ? '1' : null })}
        />
        <Switch
          label="Show withdrawn alerts"
          checked={withdrawn}
          onChange={(event) => updateQuery({ withdrawn: event.currentTarget.checked ? '1' : null })}
        />
      </section>
      {asked.kind === 'reversed' && (
        <section className="card problem stack" role="alert">
          <h2>The end is before the start</h2>
          <p className="muted">
            From {formatWallClock(asked.from, timezone).replace('T', ' ')} to{' '}
            {formatWallClock(asked.to, timezone).replace('T', ' ')}.
          </p>
          <div className="row">
            <Button
              variant="default"
              onClick={() =>
                updateQuery({ ...toSpanQuery(asked.to, asked.from === asked.to ? asked.to + 3_600_000 : asked.from) })
              }
            >
              Swap start and end
            </Button>
            <Button variant="default" onClick={() => updateQuery({ from: null, to: null, range: '24h' })}>
              Show the last 24 hours
            </Button>
          </div>
        </section>
      )}
      {asked.kind === 'invalid' && (
        <section className="card problem stack" role="alert">
          <h2>The address contains no valid time range</h2>
          <div>
            <Button variant="default" onClick={() => updateQuery({ from: null, to: null, range: '24h' })}>
              Show the last 24 hours
            </Button>
          </div>
        </section>
      )}
      {(missingSeries.length > 0 || isSentryMissing) && (
        <section className="card problem stack" role="alert">
          <h2>
            {isSentryMissing ? 'The sentry in this address was not found' : 'A sensor in this address was not found'}
          </h2>
          <p className="muted">
            {isSentryMissing
              ? 'It was removed from this location. Its alerts are kept.'
              : `This location has no series ${missingSeries.join(', ')}. All others are shown.`}
          </p>
          <div>
            <Button
              variant="default"
              onClick={() =>
                updateQuery({
                  series: wanted.filter((key) => !missingSeries.includes(key)).join(',') || null,
                  sentry: isSentryMissing ? null : sentry,
                })
              }
            >
              Remove from address
            </Button>
          </div>
        </section>
      )}
      {error && !series && <Problem title="The series could not be loaded" text={problemText(error)} onRetry={retry} />}
      {!error && (!series || !location.data) && <div className="skeleton" style={{ height: 360 }} aria-hidden="true" />}
      {series?.length === 0 && <NoReadings />}
      {!isBad && location.data && chosen.length > 0 && (
        <>
          <BandLegend withQuiet={to - from <= MAX_DO_NOT_DISTURB_SPAN_MS} />
          {chosen.map((one) => (
            <HistoryGraph
              key={one.key}
              location={id}
              timezone={timezone}
              series={one}
              sentries={one.sentries}
              from={from}
              to={to}
              annotations={annotations.data}
              compare={compare}
              useCelsius={preferences.useCelsius}
              height={chosen.length === 1 ? 340 : 220}
              onZoom={showSpan}
            />
          ))}
        </>
      )}
    </>
  );
}

/** Returns the series in the address, else the first two; limited to a sentry, if the address has one. */
function selectSeries(
  series: readonly KnownSeries[],
  wanted: readonly string[],
  sentry: string | null,
): readonly KnownSeries[] {
  const there = series.filter(({ sentries }) => sentry === null || sentries.some(({ guid }) => guid === sentry));
  const picked =
    wanted.length === 0
      ? (there.length > 0 ? there : series).slice(0, 2)
      : series.filter(({ key }) => wanted.includes(key));
  if (sentry === null) return picked;
  return picked.map((one) => {
    const own = one.sentries.filter(({ guid }) => guid === sentry);
    return own.length > 0 ? { ...one, sentries: own } : one;
  });
}

function FromTo({
  from,
  to,
  timezone,
  onChange,
}: {
  readonly from: number;
  readonly to: number;
  readonly timezone: string;
  readonly onChange: (from: number, to: number) => void;
}) {
  const [begin, setBegin] = useState(formatWallClock(from, timezone));
  const [end, setEnd] = useState(formatWallClock(to, timezone));
  const isChanged = begin !== formatWallClock(from, timezone) || end !== formatWallClock(to, timezone);
  const first = parseWallClock(begin, timezone);
  const last = parseWallClock(end, timezone);
  const note = timezoneNote(timezone);
  return (
    <form
      className="row history-from-to"
      aria-label={`From and to${note === '' ? '' : `, ${note}`}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (first !== null && last !== null) onChange(first, last);
      }}
    >
      <DateTimeField aria-label="From" value={begin} onChange={setBegin} />
      <span className="muted">to</span>
      <DateTimeField aria-label="To" value={end} onChange={setEnd} />
      {isChanged && (
        <Button type="submit" variant="default" disabled={first === null || last === null}>
          Show
        </Button>
      )}
    </form>
  );
}

function SeriesPicker({
  series,
  chosen,
  onChange,
}: {
  readonly series: readonly KnownSeries[];
  readonly chosen: readonly string[];
  readonly onChange: (keys: readonly string[]) => void;
}) {
  return (
    <Popover position="bottom-start" withArrow trapFocus>
      <Popover.Target>
        <Button variant="default">Series ({chosen.length})</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className="series-picker">
          <legend className="visually-hidden">Series to show</legend>
          {series.map(({ key, label, sentries }) => (
            <Checkbox
              key={key}
              label={`${label}${sentries.length === 1 ? ` · ${sentries[0]?.name}` : ''}`}
              checked={chosen.includes(key)}
              // At least one series stays selected.
              disabled={chosen.length === 1 && chosen[0] === key}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...chosen, key] : chosen.filter((one) => one !== key))
              }
            />
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
