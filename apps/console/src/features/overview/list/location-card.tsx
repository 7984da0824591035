/** A location as a card: its state, its worst reading first, what is open, when it was last seen. */
import type { LocationCardOut } from '@picket/contracts/types';
import { memo } from 'react';
import { Link } from 'react-router';
import { useLastSeenAt } from '../../../lib/live-readings.ts';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { ReadingValue } from '../../readings/index.ts';
import { cardState, cardStateText } from '../card-state.ts';
import { suppressionText } from '../outlook-text.ts';
import type { OverviewItem } from '../overview-order.ts';
import { cardSummary } from './card-summary.ts';
import styles from './location-list.module.css';

interface Props {
  readonly item: OverviewItem;
  readonly useCelsius: boolean;
  /** Series that have an open alert. */
  readonly hot: ReadonlySet<string>;
  /** Whether the user may add sentries here. */
  readonly mayAdd: boolean;
}

/** Of a long list that is measured and scrolled, the cards stay as they are. */
export const LocationCard = memo(function LocationCard({ item, useCelsius, hot, mayAdd }: Props) {
  const t = useText();
  const { card } = item;
  const now = useNow();
  const formats = useFormats(card.timezone);
  const state = cardState(card);
  const severalSentries = new Set(card.readings.map((reading) => reading.sentry)).size > 1;
  const suppression = suppressionText(t, formats, card, now);
  const { simulated } = card.sentries;
  return (
    <article className={`card ${styles.card} ${state}`} data-card>
      <div className={styles.head}>
        <h2>
          <Link to={`/locations/${card.guid}`} data-location={card.guid}>
            {card.name}
          </Link>
        </h2>
        <StateBadge state={state} label={cardStateText(t, card)} />
      </div>
      {card.readings.length > 0 ? (
        <div className={styles.readings}>
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
              isInViolation={hot.has(`${reading.sentry} ${reading.sensorMetricId}.${reading.column}`)}
              {...(severalSentries ? { owner: reading.sentryName } : {})}
            />
          ))}
        </div>
      ) : (
        <p className={`small muted ${styles.noReadings}`}>{t('overview.card.noReadings')}</p>
      )}
      <p className={`small ${item.card.openAlerts > 0 ? '' : 'muted'}`}>
        {cardSummary(t, formats, item, now, mayAdd)}
        {suppression !== null && <span className="muted"> · {suppression}</span>}
        {simulated > 0 && <span className="muted"> · {t('overview.card.simulated', { count: simulated })}</span>}
      </p>
      <CardFoot card={card} now={now} />
    </article>
  );
});

function CardFoot({ card, now }: { readonly card: LocationCardOut; readonly now: number }) {
  const t = useText();
  const formats = useFormats(card.timezone);
  const { online, total } = card.sentries;
  const fetched = card.lastReceivedAt === undefined ? null : Date.parse(card.lastReceivedAt);
  const lastSeenAt = useLastSeenAt(card.readings[0]?.sentry ?? '', fetched);
  return (
    <div className={`${styles.foot} small muted num`} data-card-foot>
      <span>{t('overview.card.sentries', { online, total })}</span>
      <span>{lastSeenAt === null ? t('overview.neverSeen') : formats.ago(lastSeenAt, now)}</span>
      <span title={formats.timezoneNote()}>{t('overview.card.localTime', { time: formats.time(now) })}</span>
    </div>
  );
}
