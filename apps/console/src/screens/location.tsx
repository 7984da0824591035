/** /locations/:id: every sentry here with its live values, what is open, and what the policies watch. */
import { Button } from '@mantine/core';
import type { TelemetrySeriesOut } from '@picket/contracts';
import { fluidSensorOf, formatInstant, isLocationAdmin } from '@picket/domain';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { AlertStrip } from '../features/alerts/alert-strip.tsx';
import { RecentEdits } from '../features/alerts/recent-edits.tsx';
import { useOpenAlerts } from '../features/alerts/use-open-alerts.ts';
import { FluidSensors } from '../features/sensors/fluid-sensors.tsx';
import '../features/locations/locations.css';
import { limitsOf, watchedHere } from '../features/policies/policy-words.ts';
import { BUCKETS, SentryPanel } from '../features/sentries/sentry-panel.tsx';
import { useProfile } from '../features/session/use-session.ts';
import { ApiError, problemText, useApi } from '../lib/api.ts';
import { localTime, zoneNote } from '../lib/format.ts';
import { useNow } from '../lib/now.ts';
import { Problem } from '../ui/problem.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { useTitle } from '../ui/use-title.ts';

const DAY = 86_400_000;
const SHORTEST_STEP = 10_000;
const SHORTEST_SPAN = 120_000;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The stretch of `length` up to now, on whole steps, so that the question stays the same for a while. */
function spanUntil(now: number, length: number): Span {
  const step = Math.max(SHORTEST_STEP, length / BUCKETS);
  const to = Math.ceil(now / step) * step;
  return { from: to - Math.ceil(length / step) * step, to };
}

/** How much of a stretch has anything in it: a sentry minutes old gets a line of minutes, not a dot. */
function lengthOf(now: number, history: readonly TelemetrySeriesOut[]): number {
  const first = history.flatMap(({ points: [point] }) => (point === undefined ? [] : [Date.parse(point.at)]));
  const known = now - Math.min(now, ...first);
  return known > DAY / 2 ? DAY : Math.max(SHORTEST_SPAN, known);
}

export default function Location() {
  const { id = '' } = useParams();
  const params = { guid: id };
  const profile = useProfile();
  const { useCelsius } = profile.preferences;
  const now = useNow();
  const location = useApi('GET /locations/{guid}', { params });
  const sentries = useApi('GET /sentries', { query: { location: id, limit: 500 } });
  const latest = useApi('GET /locations/{guid}/latest', { params }, { refreshInterval: 60_000 });
  const historyOf = ({ from, to }: Span) => ({
    params,
    query: { from: formatInstant(from), to: formatInstant(to), points: BUCKETS },
  });
  const daySpan = spanUntil(now, DAY);
  const day = useApi('GET /locations/{guid}/telemetry', historyOf(daySpan));
  // The day's answer says roughly when things began; the answer to the shorter question says it precisely.
  const [began, setBegan] = useState<number | null>(null);
  const length = lengthOf(now, day.data?.series ?? []);
  const span =
    length === DAY ? daySpan : spanUntil(now, began === null ? length : Math.max(SHORTEST_SPAN, now - began));
  const history = useApi('GET /locations/{guid}/telemetry', day.data ? historyOf(span) : null);
  const precisely = now - lengthOf(now, history.data?.series ?? []);
  useEffect(() => {
    if (history.data && began === null && length < DAY) setBegan(precisely);
  }, [history.data, began, length, precisely]);
  const policies = useApi('GET /policies', { query: { limit: 500 } });
  const fluid = useApi('GET /locations/{guid}/sensors', { params: { guid: id }, query: { limit: 500 } });
  const { alerts, hot } = useOpenAlerts(id);
  const name = location.data?.name ?? '';
  useTitle(name === '' ? 'Location' : name, alerts.length);

  if (location.error)
    return (
      <Problem
        title={
          location.error instanceof ApiError && location.error.status === 404
            ? 'There is no such location'
            : 'The location could not be loaded'
        }
        text={
          location.error.status === 404 ? 'It was deleted, or you have no access to it.' : problemText(location.error)
        }
        onRetry={() => void location.mutate()}
      />
    );

  const items = latest.data?.items ?? [];
  const mayAdd = isLocationAdmin(profile.permissions, id);
  const isPaired = fluid.data?.items.some(({ status }) => status === 'PAIRED') ?? false;
  const families = new Set(
    items.flatMap(({ sensorMetricId }) => {
      const { family } = fluidSensorOf(sensorMetricId) ?? {};
      return family === undefined ? [sensorMetricId] : isPaired ? [family] : [];
    }),
  );
  const watched = watchedHere(policies.data?.items ?? [], new Set([...families, 'sentry_silence']), useCelsius);
  const isLoading = !location.data || !sentries.data || !latest.data;

  return (
    <>
      <div className="row">
        <h1>{name || ' '}</h1>
        {location.data && (
          <span className="muted num">
            {localTime(now, location.data.timezone)} {zoneNote(location.data.timezone)}
            {location.data.address && ` · ${location.data.address}`}
          </span>
        )}
        <span className="grow" />
        {mayAdd && (
          <Button
            component={Link}
            to={`/locations/${id}/setup`}
            variant={sentries.data?.items.length === 0 ? 'filled' : 'default'}
          >
            Add sentry
          </Button>
        )}
      </div>
      <AlertStrip alerts={alerts} useCelsius={useCelsius} withoutLocation />
      {isLoading && <div className="skeleton" style={{ height: 260 }} aria-hidden="true" />}
      {!isLoading && sentries.data?.items.length === 0 && (
        <section className="card empty">
          <h2>No sentries here yet</h2>
          <p className="muted">
            A sentry is the device on the wall. Add one, give its code to the device, and its readings appear here.
          </p>
          {mayAdd && (
            <Button component={Link} to={`/locations/${id}/setup`}>
              Add the first sentry
            </Button>
          )}
        </section>
      )}
      {!isLoading && (sentries.data?.items.length ?? 0) > 0 && (
        <div className="location-columns">
          <div className="stack">
            {sentries.data?.items.map((sentry) => (
              <SentryPanel
                key={sentry.guid}
                sentry={sentry}
                latest={items.filter((item) => item.sentry === sentry.guid)}
                history={history.data?.series ?? []}
                span={span}
                limits={limitsOf}
                policies={policies.data?.items ?? []}
                hot={hot}
                useCelsius={useCelsius}
              />
            ))}
          </div>
          <div className="stack">
            <FluidSensors location={id} mayPair={mayAdd} />
            <section className="card pad stack" aria-label="What is watched here">
              <h2>What is watched here</h2>
              <ul className="watched">
                {watched.map(({ key, severity, words }) => (
                  <li key={key}>
                    <StateBadge state={severity} />
                    <span>{words}</span>
                  </li>
                ))}
              </ul>
              <RecentEdits location={id} />
            </section>
          </div>
        </div>
      )}
    </>
  );
}
