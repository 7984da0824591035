import type { LocationReadingOut, SentryOut } from '@picket/contracts/types';
import { metricRank } from '@picket/domain/metrics';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { ReadingValue } from '../readings/index.ts';
import { SentryBadges } from './sentry-badges.tsx';
import styles from './sentry-panel.module.css';
import { useConnectivity } from './use-connectivity.ts';
import type { RecentHistory } from './use-recent-history.ts';

const NO_LIMITS: readonly number[] = [];

interface Props {
  readonly sentry: SentryOut;
  /** Of this sentry. */
  readonly readings: readonly LocationReadingOut[];
  readonly recent: RecentHistory;
  readonly hot: ReadonlySet<string>;
  readonly useCelsius: boolean;
}

/** A sentry with its readings, each with its last day. */
export function SentryPanel(props: Props) {
  const { sentry, readings } = props;
  const t = useText();
  const { isOnline, lastSeenAt } = useConnectivity(sentry);
  const shown = readings
    .filter(({ past }) => past !== undefined)
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

function Readings({
  sentry,
  recent,
  hot,
  useCelsius,
  shown,
}: Props & { readonly shown: readonly LocationReadingOut[] }) {
  const t = useText();
  const formats = useFormats();
  const span = recent.isWholeDay
    ? {}
    : { sparkLabel: t('sentries.panel.last', { duration: formats.duration(recent.length) }) };
  return (
    <div className={styles.readings}>
      {shown.map((reading) => {
        const { sensorMetricId, column, at, value, holdSeconds, past } = reading;
        return (
          <ReadingValue
            key={`${sensorMetricId}.${column}`}
            sentry={sentry.guid}
            sensorMetricId={sensorMetricId}
            column={column}
            fetched={{ at: Date.parse(at), value }}
            holdSeconds={holdSeconds}
            useCelsius={useCelsius}
            {...span}
            sparkline={recent.valuesOf(reading)}
            limits={past?.limits ?? NO_LIMITS}
            href={`/locations/${sentry.location}/history?series=${encodeURIComponent(`${sensorMetricId}.${column}`)}&sentry=${sentry.guid}`}
            isInViolation={hot.has(`${sentry.guid} ${sensorMetricId}.${column}`)}
          />
        );
      })}
    </div>
  );
}
