/** A location on the wall display: its worst reading, large, with unit and age. */
import { Link } from 'react-router';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { StateIcon } from '../../../ui/icons.tsx';
import { alertTitle } from '../../alerts/index.ts';
import { cardState, cardStateText } from '../card-state.ts';
import { forecastText, quietSpanText, suppressionText } from '../outlook-text.ts';
import { leadingAlert, type OverviewItem } from '../overview-order.ts';
import styles from './display-tile.module.css';
import { TileReadings } from './tile-readings.tsx';
import { isWaiting } from './waiting-alerts.ts';

interface Props {
  readonly item: OverviewItem;
  /** Has room for the last day. */
  readonly showsDetails: boolean;
  readonly isLarge?: boolean;
}

export function DisplayTile({ item, showsDetails, isLarge = false }: Props) {
  const t = useText();
  const { card, alerts } = item;
  const state = cardState(card);
  // Any of them: the alarm sounds for it.
  const isUnacknowledged = alerts.some(isWaiting);
  return (
    <article
      className={styles.tile}
      data-tile
      data-state={state}
      data-waiting={isUnacknowledged || undefined}
      data-large={isLarge || undefined}
      data-detailed={showsDetails || undefined}
    >
      <div className={styles.name}>
        <h2>
          <Link to={`/locations/${card.guid}`}>{card.name}</Link>
        </h2>
        {isLarge && isUnacknowledged && <span className={styles.flag}>{t('display.unacknowledged')}</span>}
      </div>
      <StateLine item={item} />
      <TileReadings item={item} showsDetails={showsDetails} isLarge={isLarge} />
    </article>
  );
}

/** "Critical · Too hot, 12 min", or "Quiet for 12 days"; in maintenance nobody is notified, so the quiet means little. */
function StateLine({ item }: Pick<Props, 'item'>) {
  const t = useText();
  const { card } = item;
  const formats = useFormats(card.timezone);
  const now = useNow();
  const state = cardState(card);
  const worst = leadingAlert(item);
  const duration = worst === undefined ? '' : formats.duration(Math.max(0, now - Date.parse(worst.raisedAt)));
  const forecast = worst === undefined ? forecastText(t, formats, card, now) : null;
  const suppression = suppressionText(t, formats, card, now);
  const isQuiet = state === 'none' && forecast === null && suppression === null;
  const quiet = isQuiet ? quietSpanText(t, card, now) : null;
  return (
    <p className={styles.state}>
      <StateIcon state={state} size={24} />
      <span>
        {quiet ?? cardStateText(t, card)}
        {worst !== undefined && ` · ${t('overview.card.alert', { title: alertTitle(t, formats, worst), duration })}`}
        {forecast !== null && ` · ${forecast}`}
        {suppression !== null && ` · ${suppression}`}
        {worst?.acknowledged !== undefined && ` · ${t('display.acknowledgedBy', { name: worst.acknowledged.by })}`}
      </span>
    </p>
  );
}
