/** A location as a row: state, readings with their age where it matters, what is open, when it was last seen. */
import type { LocationCardOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { useLastSeenAt } from '../../../lib/live-readings.ts';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { cardState, cardStateText } from '../card-state.ts';
import { suppressionText } from '../outlook-text.ts';
import { columnKeyOf, type OverviewItem } from '../overview-order.ts';
import { useCardReading } from '../use-card-reading.ts';
import { cardSummary } from './card-summary.ts';
import styles from './location-table.module.css';

type Reading = LocationCardOut['readings'][number];

interface Props {
  readonly item: OverviewItem;
  readonly hot: ReadonlySet<string>;
  /** A reading of each column. */
  readonly columns: readonly Reading[];
  /** Among all rows, from 1. */
  readonly index: number;
  readonly onFocus: () => void;
}

export function TableRow({ item, hot, columns, index, onFocus }: Props) {
  const t = useText();
  const { card } = item;
  const formats = useFormats(card.timezone);
  const now = useNow();
  const suppression = suppressionText(t, formats, card, now);
  const fetched = card.lastReceivedAt === undefined ? null : Date.parse(card.lastReceivedAt);
  const lastSeenAt = useLastSeenAt(card.readings[0]?.sentry ?? '', fetched);
  return (
    <tr aria-rowindex={index} className={cardState(card)} onFocus={onFocus}>
      <td>
        <StateBadge state={cardState(card)} label={cardStateText(t, card)} />
      </td>
      <th scope="row" className="name">
        <Link to={`/locations/${card.guid}`} data-location={card.guid} title={card.name}>
          {card.name}
        </Link>
      </th>
      {columns.map((column, place) => (
        <ReadingCells
          key={columnKeyOf(column)}
          place={place}
          hot={hot}
          reading={card.readings.find((one) => columnKeyOf(one) === columnKeyOf(column))}
        />
      ))}
      <td className={`${styles.detail} small${item.card.openAlerts > 0 ? '' : ' muted'}`}>
        {cardSummary(t, formats, item, now, false)}
        {suppression !== null && <span className="muted"> · {suppression}</span>}
      </td>
      <td className={`${styles.sentries} num small muted`}>
        {formats.number(card.sentries.online)}/{formats.number(card.sentries.total)}
      </td>
      <td className={`${styles.seen} num small muted`}>
        {lastSeenAt === null ? t('overview.neverSeen') : formats.ago(lastSeenAt, now)}
      </td>
    </tr>
  );
}

interface CellsProps {
  readonly place: number;
  readonly hot: ReadonlySet<string>;
  readonly reading: Reading | undefined;
}

function ReadingCells({ place, hot, reading }: CellsProps) {
  const isInViolation = reading !== undefined && hot.has(`${reading.sentry} ${columnKeyOf(reading)}`);
  return (
    <>
      <td className={`${styles[`reading${place}`]} num`}>
        {reading !== undefined && <Value reading={reading} isInViolation={isInViolation} />}
      </td>
      {place === 0 && (
        <td className={styles.day}>
          {reading !== undefined && <LastDay reading={reading} isInViolation={isInViolation} />}
        </td>
      )}
    </>
  );
}

/** A value with its age, which a wide table shows in a column of its own unless the value is past its hold time. */
function Value({ reading, isInViolation }: { readonly reading: Reading; readonly isInViolation: boolean }) {
  const t = useText();
  const formats = useFormats();
  const { shown, age, isStale } = useCardReading(reading);
  const duration = formats.duration(age);
  return (
    <span className={isStale ? 'stale' : isInViolation ? 'hot' : ''}>
      <strong>{shown?.text ?? t('overview.unknown')}</strong>
      {shown !== null && shown.unit !== '' && <span className="unit"> {shown.unit}</span>}
      <span className={styles.age}>{isStale ? t('overview.old', { duration }) : t('common.ago', { duration })}</span>
    </span>
  );
}

function LastDay({ reading, isInViolation }: { readonly reading: Reading; readonly isInViolation: boolean }) {
  const t = useText();
  return <Sparkline values={reading.sparkline} label={t('overview.table.day')} isInViolation={isInViolation} />;
}
