import type { LatestReadingOut, PolicyOut, SentryOut, TelemetrySeriesOut } from '@picket/contracts/types';
import { metricRank } from '@picket/domain/metrics';
import { useApi } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { ReadingValue } from '../readings/index.ts';
import { isShownColumn } from './is-shown-column.ts';
import { resampleEvenly, type Span } from './resample-evenly.ts';
import { SentryBadges } from './sentry-badges.tsx';
import styles from './sentry-panel.module.css';
import { useConnectivity } from './use-connectivity.ts';

const DAY = 86_400_000;

interface Props {
  readonly sentry: SentryOut;
  readonly latest: readonly LatestReadingOut[];
  readonly history: readonly TelemetrySeriesOut[];
  readonly span: Span;
  readonly limits: (
    policies: readonly Pick<PolicyOut, 'definition'>[],
    sensorMetricId: string,
    column: string,
  ) => number[];
  readonly policies: readonly PolicyOut[];
  readonly hot: ReadonlySet<string>;
  readonly useCelsius: boolean;
}

/** A sentry with its readings, each with its last day. */
export function SentryPanel(props: Props) {
  const { sentry, latest } = props;
  const t = useText();
  const { isOnline, lastSeenAt } = useConnectivity(sentry);
  const shown = latest
    .filter(({ sensorMetricId, column }) => isShownColumn(sensorMetricId, column))
    .sort((a, b) => metricRank(a.sensorMetricId) - metricRank(b.sensorMetricId));
  return (
    <section className="card pad stack" aria-label={sentry.name}>
      <div className={styles.head}>
        <h2>{sentry.name}</h2>
        <SentryBadges sentry={sentry} isOnline={isOnline} />
        <span className="grow" />
        <LastSeen at={lastSeenAt} intervalSeconds={sentry.reportIntervalSeconds} />
      </div>
      {shown.length === 0 ? (
        <p className="muted">{t('sentries.panel.noReadings')}</p>
      ) : (
        <Readings {...props} shown={shown} />
      )}
    </section>
  );
}

function LastSeen({ at, intervalSeconds }: { readonly at: number | null; readonly intervalSeconds: number }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const interval = formats.duration(intervalSeconds * 1000);
  const ago = (seenAt: number): string => t('common.ago', { duration: formats.duration(now - seenAt) });
  return (
    <span className="small muted num">
      {at === null
        ? t('sentries.panel.neverSeen', { interval })
        : t('sentries.panel.lastSeen', { ago: ago(at), interval })}
    </span>
  );
}

function Readings(props: Props & { readonly shown: readonly LatestReadingOut[] }) {
  const { sentry, history, span, limits, policies, hot, useCelsius, shown } = props;
  const t = useText();
  const formats = useFormats();
  const inForce = useApi('GET /sentries/{guid}/policies', { params: { guid: sentry.guid }, query: { limit: 500 } });
  const historyOf = (sensorMetricId: string, column: string): TelemetrySeriesOut | undefined =>
    history.find(
      (series) => series.sentry === sentry.guid && series.sensorMetricId === sensorMetricId && series.column === column,
    );
  const length = span.to - span.from;
  return (
    <div className={styles.readings}>
      {shown.map(({ sensorMetricId, column, at, value, holdSeconds }) => (
        <ReadingValue
          key={`${sensorMetricId}.${column}`}
          sentry={sentry.guid}
          sensorMetricId={sensorMetricId}
          column={column}
          fetched={{ at: Date.parse(at), value }}
          holdSeconds={holdSeconds}
          useCelsius={useCelsius}
          {...(length >= DAY ? {} : { sparkLabel: t('sentries.panel.last', { duration: formats.duration(length) }) })}
          sparkline={resampleEvenly(historyOf(sensorMetricId, column), span, holdSeconds * 1000)}
          limits={limits(inForce.data?.items ?? policies, sensorMetricId, column)}
          href={`/locations/${sentry.location}/history?series=${encodeURIComponent(`${sensorMetricId}.${column}`)}&sentry=${sentry.guid}`}
          isInViolation={hot.has(`${sentry.guid} ${sensorMetricId}.${column}`)}
        />
      ))}
    </div>
  );
}
