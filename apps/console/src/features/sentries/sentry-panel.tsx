import type { LatestReadingOut, PolicyOut, SentryOut, TelemetrySeriesOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { columnOf, metricRank } from '@picket/domain/metrics';
import { useApi } from '../../lib/api.ts';
import { useLastSeenAt } from '../../lib/live-readings.ts';
import { useNow } from '../../lib/now.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { ReadingValue } from '../telemetry/index.ts';
import { SimulatedBadge } from './simulated-badge.tsx';

const DAY = 86_400_000;
const OFFLINE_AFTER_MS = 120_000;

interface Props {
  readonly sentry: SentryOut;
  readonly latest: readonly LatestReadingOut[];
  readonly history: readonly TelemetrySeriesOut[];
  readonly span: { readonly from: number; readonly to: number };
  readonly limits: (
    policies: readonly Pick<PolicyOut, 'definition'>[],
    sensorMetricId: string,
    column: string,
  ) => number[];
  readonly policies: readonly PolicyOut[];
  readonly hot: ReadonlySet<string>;
  readonly useCelsius: boolean;
}

/** Points of a sparkline. */
export const BUCKETS = 96;

/** Points of a series on an even grid: each stands until the next, as long as it holds; beyond that a gap is a gap. */
function resampleEvenly(
  series: TelemetrySeriesOut | undefined,
  { from, to }: Props['span'],
  holdMs: number,
): (number | null)[] {
  const grid = Array<number | null>(BUCKETS).fill(null);
  const width = (to - from) / BUCKETS;
  const held = Math.floor((holdMs + (series?.resolution ?? 0) * 1000) / width);
  for (const { at, mean } of series?.points ?? []) {
    const place = Math.floor((Date.parse(at) - from) / width);
    if (place < 0) continue;
    for (let next = place; next <= Math.min(place + held, BUCKETS - 1); next++) grid[next] = mean;
  }
  return grid;
}

export function SentryPanel({ sentry, latest, history, span, limits, policies, hot, useCelsius }: Props) {
  const now = useNow();
  const inForce = useApi('GET /sentries/{guid}/policies', { params: { guid: sentry.guid }, query: { limit: 500 } });
  const lastSeenAt = useLastSeenAt(
    sentry.guid,
    sentry.lastReceivedAt === undefined ? null : Date.parse(sentry.lastReceivedAt),
  );
  const isOnline = lastSeenAt !== null && now - lastSeenAt <= OFFLINE_AFTER_MS;
  const shown = latest
    .filter(({ sensorMetricId, column }) => !columnOf(sensorMetricId, column)?.isSecondary)
    .sort((a, b) => metricRank(a.sensorMetricId) - metricRank(b.sensorMetricId));
  return (
    <section className="card pad stack" aria-label={sentry.name}>
      <div className="sentry-head">
        <h2>{sentry.name}</h2>
        {sentry.activatedAt === undefined ? (
          <StateBadge state="none" label="Waiting for activation" />
        ) : (
          <StateBadge state={isOnline ? 'ok' : 'offline'} />
        )}
        {sentry.simulatedUntil !== undefined && <SimulatedBadge />}
        {sentry.clockSkewed && <StateBadge state="warning" label="Clock skewed" />}
        <span className="grow" />
        <span className="small muted num">
          {lastSeenAt === null ? 'never seen' : `last seen ${formatDuration(now - lastSeenAt)} ago`}, every{' '}
          {formatDuration(sentry.reportIntervalSeconds * 1000)}
        </span>
      </div>
      {shown.length === 0 ? (
        <p className="muted">No readings yet.</p>
      ) : (
        <div className="sentry-readings">
          {shown.map(({ sensorMetricId, column, at, value, holdSeconds }) => (
            <ReadingValue
              key={`${sensorMetricId}.${column}`}
              sentry={sentry.guid}
              sensorMetricId={sensorMetricId}
              column={column}
              fetched={{ at: Date.parse(at), value }}
              holdSeconds={holdSeconds}
              useCelsius={useCelsius}
              sparkLabel={span.to - span.from >= DAY ? 'last 24 hours' : `last ${formatDuration(span.to - span.from)}`}
              sparkline={resampleEvenly(
                history.find(
                  (series) =>
                    series.sentry === sentry.guid &&
                    series.sensorMetricId === sensorMetricId &&
                    series.column === column,
                ),
                span,
                holdSeconds * 1000,
              )}
              limits={limits(inForce.data?.items ?? policies, sensorMetricId, column)}
              href={`/locations/${sentry.location}/history?series=${encodeURIComponent(`${sensorMetricId}.${column}`)}&sentry=${sentry.guid}`}
              isHot={hot.has(`${sentry.guid} ${sensorMetricId}.${column}`)}
            />
          ))}
        </div>
      )}
    </section>
  );
}
