import type { LocationCardOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { Link } from 'react-router';
import { formatTime, timezoneNote } from '../../lib/format-time.ts';
import { useLastSeenAt } from '../../lib/live-readings.ts';
import { useNow } from '../../lib/now.ts';
import type { StateName } from '../../ui/icons.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { ReadingValue } from '../telemetry/index.ts';

/** The state of a card: its worst open alert, offline, or quiet. */
export function cardState(card: LocationCardOut): { readonly state: StateName; readonly word: string } {
  const { total, online } = card.sentries;
  if (card.worst === 'critical' && online > 0) return { state: 'critical', word: 'Critical' };
  if (total > 0 && online === 0) return { state: 'offline', word: 'Offline' };
  if (card.worst === 'critical') return { state: 'critical', word: 'Critical' };
  if (card.worst === 'warning') return { state: 'warning', word: 'Warning' };
  if (card.worst === 'info') return { state: 'info', word: 'Info' };
  return { state: 'none', word: total === 0 ? 'No sentries' : 'Quiet' };
}

interface Props {
  readonly card: LocationCardOut;
  readonly useCelsius: boolean;
  /** Titles of what is open here, worst first. */
  readonly open: readonly string[];
  /** Series that have an open alert. */
  readonly hot: ReadonlySet<string>;
  /** Whether the user may add sentries here. */
  readonly mayAdd: boolean;
}

function summary({ sentries }: LocationCardOut, open: readonly string[], mayAdd: boolean): string {
  const [worst, ...others] = open;
  if (worst !== undefined) return others.length > 0 ? `${worst} and ${others.length} more` : worst;
  if (sentries.total === 0) return mayAdd ? 'Add a sentry to start monitoring.' : 'No sentries yet.';
  return 'No open alerts';
}

/** "do not disturb until 07:00", while do not disturb applies here. */
const quietText = ({ doNotDisturbUntil, timezone }: LocationCardOut): string =>
  doNotDisturbUntil === undefined ? '' : `do not disturb until ${formatTime(Date.parse(doNotDisturbUntil), timezone)}`;

export function LocationCard({ card, useCelsius, open, hot, mayAdd }: Props) {
  const now = useNow();
  const { state, word } = cardState(card);
  const fetched = card.lastReceivedAt === undefined ? null : Date.parse(card.lastReceivedAt);
  const lastSeenAt = useLastSeenAt(card.readings[0]?.sentry ?? '', fetched);
  const severalSentries = new Set(card.readings.map((reading) => reading.sentry)).size > 1;
  return (
    <article className={`card location-card ${state}`}>
      <div className="location-head">
        <h2>
          <Link to={`/locations/${card.guid}`}>{card.name}</Link>
        </h2>
        <StateBadge state={state} label={word} />
      </div>
      {card.readings.length > 0 ? (
        <div className="location-readings">
          {card.readings.map((reading) => (
            <ReadingValue
              key={`${reading.sentry} ${reading.sensorMetricId}`}
              sentry={reading.sentry}
              sensorMetricId={reading.sensorMetricId}
              column={reading.column}
              fetched={{ at: Date.parse(reading.at), value: reading.value }}
              holdSeconds={reading.holdSeconds}
              useCelsius={useCelsius}
              sparkline={reading.sparkline}
              isHot={hot.has(`${reading.sentry} ${reading.sensorMetricId}.${reading.column}`)}
              {...(severalSentries ? { owner: reading.sentryName } : {})}
            />
          ))}
        </div>
      ) : (
        <p className="small muted no-readings">No readings yet</p>
      )}
      <p className={`small ${open.length > 0 ? '' : 'muted'}`}>
        {summary(card, open, mayAdd)}
        {quietText(card) !== '' && <span className="muted"> · {quietText(card)}</span>}
      </p>
      <div className="location-foot small muted num">
        <span>
          {card.sentries.online}/{card.sentries.total} {card.sentries.total === 1 ? 'sentry' : 'sentries'}
          {card.sentries.simulated > 0 && ` · ${card.sentries.simulated} simulated`}
        </span>
        <span>{lastSeenAt === null ? 'never seen' : `${formatDuration(now - lastSeenAt)} ago`}</span>
        <span title={timezoneNote(card.timezone)}>{formatTime(now, card.timezone)} local</span>
      </div>
    </article>
  );
}
