/** /locations/:id: the sentries of a location with live values, its open alerts and active rules. */
import { Button } from '@mantine/core';
import type { SentryOut, TelemetrySeriesOut } from '@picket/contracts/types';
import { fluidSensorOf, SILENCE_METRIC } from '@picket/domain/metrics';
import { isLocationAdmin } from '@picket/domain/permissions';
import { formatInstant } from '@picket/domain/time';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { OpenAlertList } from '../../features/alerts/open-alert-list.tsx';
import { RecentEdits } from '../../features/alerts/recent-edits.tsx';
import { useOpenAlerts } from '../../features/alerts/use-open-alerts.ts';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import '../../features/locations/locations.css';
import { limitsOf, listWatchedRules } from '../../features/policies/policy-text.ts';
import { FluidSensors } from '../../features/sensors/fluid-sensors.tsx';
import { BUCKETS } from '../../features/sentries/resample-evenly.ts';
import { SentryPanel } from '../../features/sentries/sentry-panel.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { ActivityGrid } from '../../features/telemetry/activity-grid.tsx';
import { ThermalPicture } from '../../features/telemetry/thermal-picture.tsx';
import { useLocationSeries } from '../../features/telemetry/use-location-series.ts';
import { problemText, useApi } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useTitle } from '../../ui/use-title.ts';

const DAY = 86_400_000;
const MIN_STEP = 10_000;
const MIN_SPAN = 120_000;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the time range of `length` that ends now, rounded so that requests stay cacheable for a while. */
function spanUntil(now: number, length: number): Span {
  const step = Math.max(MIN_STEP, length / BUCKETS);
  const to = Math.ceil(now / step) * step;
  return { from: to - Math.ceil(length / step) * step, to };
}

/** Returns the length to show: a day, or the age of the first reading for a new sentry. */
function spanLengthOf(now: number, history: readonly TelemetrySeriesOut[]): number {
  const first = history.flatMap(({ points: [point] }) => (point === undefined ? [] : [Date.parse(point.at)]));
  const known = now - Math.min(now, ...first);
  return known > DAY / 2 ? DAY : Math.max(MIN_SPAN, known);
}

/** Returns the page that edits a policy for this location: its only sentry, else the policy itself. */
const policyPath = (location: string, policy: string, sentries: readonly SentryOut[]): string => {
  const [first, ...others] = sentries.filter(({ activatedAt }) => activatedAt !== undefined);
  if (first === undefined) return `/admin/policies/${policy}`;
  return others.length === 0
    ? `/locations/${location}/settings/devices/${first.guid}/policies/${policy}`
    : `/admin/policies/${policy}`;
};

export default function Location() {
  const { id = '' } = useParams();
  const t = useText();
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
  // The request for a day gives the first reading roughly; the one for the shorter range gives it exactly.
  const [firstReadingAt, setFirstReadingAt] = useState<number | null>(null);
  const length = spanLengthOf(now, day.data?.series ?? []);
  const span =
    length === DAY
      ? daySpan
      : spanUntil(now, firstReadingAt === null ? length : Math.max(MIN_SPAN, now - firstReadingAt));
  const history = useApi('GET /locations/{guid}/telemetry', day.data ? historyOf(span) : null);
  const exactFirstReadingAt = now - spanLengthOf(now, history.data?.series ?? []);
  useEffect(() => {
    if (history.data && firstReadingAt === null && length < DAY) setFirstReadingAt(exactFirstReadingAt);
  }, [history.data, firstReadingAt, length, exactFirstReadingAt]);
  const policies = useApi('GET /policies', { query: { limit: 500 } });
  const fluid = useApi('GET /locations/{guid}/sensors', { params: { guid: id }, query: { limit: 500 } });
  const { alerts, alarmingSeries, isLoaded } = useOpenAlerts(id);
  const name = location.data?.name ?? '';
  useTitle(name === '' ? 'Location' : name);

  const { series } = useLocationSeries(id);
  const zones = useApi('GET /locations/{guid}/zones', { params, query: { limit: 500 } });
  const assets = useApi('GET /locations/{guid}/assets', { params, query: { limit: 500 } });

  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data) return <LocationSkeleton />;

  const items = latest.data?.items ?? [];
  const mayAdd = isLocationAdmin(profile.permissions, id);
  const isPaired = fluid.data?.items.some(({ status }) => status === 'PAIRED') ?? false;
  const families = new Set(
    items.flatMap(({ sensorMetricId }) => {
      const { family } = fluidSensorOf(sensorMetricId) ?? {};
      return family === undefined ? [sensorMetricId] : isPaired ? [family] : [];
    }),
  );
  const watched = listWatchedRules(
    t,
    policies.data?.items ?? [],
    new Set([...families, SILENCE_METRIC]),
    new Set(zones.data?.items.map(({ zoneId }) => zoneId)),
    useCelsius,
  );
  const thermal = (sentries.data?.items ?? []).flatMap((sentry) => {
    const newest = items.find(
      (item) => item.sentry === sentry.guid && item.sensorMetricId === 'thermal_temperature' && item.column === 'max',
    );
    return newest === undefined ? [] : [{ sentry, at: newest.at }];
  });
  // Everything appears at once, so that nothing shifts while the user reads.
  const isLoading =
    !location.data || !sentries.data || !latest.data || !isLoaded || !policies.data || !fluid.data || !day.data;

  return (
    <>
      <LocationHead location={location.data}>
        {mayAdd && (
          <Button
            component={Link}
            to={`/locations/${id}/setup`}
            variant={sentries.data?.items.length === 0 ? 'filled' : 'default'}
          >
            Add sentry
          </Button>
        )}
      </LocationHead>
      <LocationTabs id={id} />
      {!isLoading && <OpenAlertList alerts={alerts} withoutLocation />}
      {latest.error && !latest.data && (
        <Problem
          title="The readings could not be loaded"
          text={problemText(latest.error)}
          onRetry={() => void latest.mutate()}
        />
      )}
      {isLoading && !latest.error && <div className="skeleton" style={{ height: 560 }} aria-hidden="true" />}
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
                hot={alarmingSeries}
                useCelsius={useCelsius}
              />
            ))}
            {series !== undefined && series.length > 0 && <ActivityGrid location={id} series={series} />}
          </div>
          <div className="stack">
            {thermal.map(({ sentry, at }) => (
              <ThermalPicture
                key={sentry.guid}
                sentry={sentry}
                timezone={location.data?.timezone ?? 'UTC'}
                newestAt={Date.parse(at)}
                zones={zones.data?.items ?? []}
                assets={assets.data?.items ?? []}
                useCelsius={useCelsius}
              />
            ))}
            <FluidSensors location={id} mayPair={mayAdd} />
            <section className="card pad stack" aria-label="What is watched here">
              <h2>What is watched here</h2>
              <ul className="watched">
                {watched.map(({ key, policy, severity, words, quiet }) => (
                  <li key={key}>
                    <StateBadge state={severity} />
                    <span>
                      <Link to={policyPath(id, policy, sentries.data?.items ?? [])}>{words}</Link>
                      {quiet !== undefined && <span className="muted small"> Do not disturb: {quiet}</span>}
                    </span>
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
