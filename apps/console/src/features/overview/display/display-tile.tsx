/** A location on the wall display: its worst reading, large, with unit and age. */
import { Link } from 'react-router';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { StateIcon } from '../../../ui/icons.tsx';
import { alertTitle } from '../../alerts/index.ts';
import { cardState, cardStateText } from '../card-state.ts';
import { forecastText, quietSpanText } from '../outlook-text.ts';
import type { OverviewItem } from '../overview-order.ts';
import { TileReadings } from './tile-readings.tsx';
import { isWaiting } from './waiting-alerts.ts';
import './display-tile.css';

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
  const [worst] = alerts;
  const isUnacknowledged = worst !== undefined && isWaiting(worst);
  return (
    <article
      className={`display-tile ${state}${isUnacknowledged ? ' waiting' : ''}${isLarge ? ' large' : ''}${showsDetails ? ' detailed' : ''}`}
    >
      <div className="display-name">
        <h2>
          <Link to={`/locations/${card.guid}`}>{card.name}</Link>
        </h2>
        {isLarge && isUnacknowledged && <span className="display-flag">{t('display.unacknowledged')}</span>}
      </div>
      <StateLine item={item} />
      <TileReadings item={item} showsDetails={showsDetails} isLarge={isLarge} />
    </article>
  );
}

/** "Critical · Too hot, 12 min", or "Quiet for 12 days". */
function StateLine({ item: { card, alerts } }: Pick<Props, 'item'>) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const state = cardState(card);
  const [worst] = alerts;
  const duration = worst === undefined ? '' : formats.duration(Math.max(0, now - Date.parse(worst.raisedAt)));
  const forecast = worst === undefined ? forecastText(t, formats, card, now) : null;
  const quiet = state === 'none' && forecast === null ? quietSpanText(t, card, now) : null;
  return (
    <p className="display-state">
      <StateIcon state={state} size={24} />
      <span>
        {quiet ?? cardStateText(t, card)}
        {worst !== undefined && ` · ${t('overview.card.alert', { title: alertTitle(t, formats, worst), duration })}`}
        {forecast !== null && ` · ${forecast}`}
        {worst?.acknowledged !== undefined && ` · ${t('display.acknowledgedBy', { name: worst.acknowledged.by })}`}
      </span>
    </p>
  );
}
