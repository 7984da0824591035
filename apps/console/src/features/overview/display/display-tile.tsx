/** A location on the wall display: its worst reading, large, with unit and age. */
import type { LocationCardOut } from '@picket/contracts/types';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { metricText } from '../../../lib/kind-texts.ts';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { StateIcon } from '../../../ui/icons.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { alertTitle } from '../../alerts/index.ts';
import { cardState, cardStateText } from '../card-state.ts';
import type { OverviewItem } from '../overview-order.ts';
import { type CardReading, useCardReading } from '../use-card-reading.ts';
import { isWaiting } from './waiting-alerts.ts';
import './display-tile.css';

interface Props {
  readonly item: OverviewItem;
  /** Has room for the last day. */
  readonly showsDetails: boolean;
  readonly isLarge?: boolean;
}

type Reading = LocationCardOut['readings'][number];

export function DisplayTile({ item, showsDetails, isLarge = false }: Props) {
  const t = useText();
  const { card, alerts } = item;
  const state = cardState(card);
  const [worst] = alerts;
  const isCalling = worst !== undefined && isWaiting(worst);
  const [first, second] = card.readings;
  return (
    <article
      className={`display-tile ${state}${isCalling ? ' waiting' : ''}${isLarge ? ' large' : ''}${showsDetails ? ' detailed' : ''}`}
    >
      <div className="display-name">
        <h2>
          <Link to={`/locations/${card.guid}`}>{card.name}</Link>
        </h2>
        {isLarge && isCalling && <span className="display-flag">{t('display.unacknowledged')}</span>}
      </div>
      <StateLine item={item} />
      {first === undefined ? (
        <p className="display-foot">{card.sentries.total > 0 && t('overview.card.noReadings')}</p>
      ) : (
        <Readings first={first} second={second} showsDetails={showsDetails || isLarge} limit={limitOf(item, first)} />
      )}
    </article>
  );
}

/** "Critical · Too hot, 12 min", or "Quiet". */
function StateLine({ item: { card, alerts } }: Pick<Props, 'item'>) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const state = cardState(card);
  const [worst] = alerts;
  const duration = worst === undefined ? '' : formats.duration(Math.max(0, now - Date.parse(worst.raisedAt)));
  return (
    <p className="display-state">
      <StateIcon state={state} size={24} />
      <span>
        {cardStateText(t, card)}
        {worst !== undefined && ` · ${t('overview.card.alert', { title: alertTitle(t, formats, worst), duration })}`}
        {worst?.acknowledged !== undefined && ` · ${t('display.acknowledgedBy', { name: worst.acknowledged.by })}`}
      </span>
    </p>
  );
}

/** The limit that the first reading has passed. */
function limitOf({ alerts: [worst] }: OverviewItem, { sentry, sensorMetricId, column }: Reading): number | null {
  if (worst?.sentry?.guid !== sentry) return null;
  const condition = worst.conditions.find((one) => one.sensorMetricId === sensorMetricId && one.column === column);
  return condition === undefined || condition.threshold === 0 ? null : condition.threshold;
}

interface ReadingsProps {
  readonly first: Reading;
  readonly second: Reading | undefined;
  readonly showsDetails: boolean;
  readonly limit: number | null;
}

function Readings({ first, second, showsDetails, limit }: ReadingsProps) {
  const t = useText();
  const formats = useFormats();
  const reading = useCardReading(first);
  const age = formats.duration(reading.age);
  const value = valueText(reading, t('overview.unknown'));
  const label = metricText(t, first.sensorMetricId, first.column);
  return (
    <>
      {showsDetails && (
        <Sparkline values={first.sparkline} label={t('overview.table.day')} limits={limit === null ? [] : [limit]} />
      )}
      {reading.isStale ? (
        <>
          <p className="display-value num stale" style={fitting(t('overview.old', { duration: age }), '')}>
            {t('overview.old', { duration: age })}
          </p>
          <p className="display-foot num">
            <span>
              {second === undefined || !showsDetails ? (
                t('display.was', { value })
              ) : (
                <WasBoth value={value} second={second} />
              )}
            </span>
          </p>
        </>
      ) : (
        <>
          <p className="display-value num" style={fitting(reading.shown?.text ?? '', reading.shown?.unit ?? '')}>
            {reading.shown?.text ?? t('overview.unknown')}
            {reading.shown !== null && reading.shown.unit !== '' && <span className="unit"> {reading.shown.unit}</span>}
          </p>
          <p className="display-foot num">
            <span>
              <FootText second={second} label={reading.shown?.unit === '' ? label : ''}>
                {limit === null || !showsDetails
                  ? null
                  : t('display.limit', { value: formats.valueText(first.sensorMetricId, first.column, limit) })}
              </FootText>
            </span>
            <span>{t('common.ago', { duration: age })}</span>
          </p>
        </>
      )}
    </>
  );
}

const valueText = ({ shown }: CardReading, unknown: string): string =>
  shown === null ? unknown : shown.unit === '' ? shown.text : `${shown.text} ${shown.unit}`;

interface FootProps {
  readonly second: Reading | undefined;
  /** What is measured, where no unit says it. */
  readonly label: string;
  /** The limit that was passed. */
  readonly children: string | null;
}

/** The limit, else what is measured, else the second reading. */
function FootText({ second, label, children }: FootProps) {
  if (children !== null) return children;
  if (label !== '') return label;
  return second === undefined ? null : <SecondValue reading={second} />;
}

function SecondValue({ reading }: { readonly reading: Reading }) {
  const t = useText();
  const second = useCardReading(reading);
  return second.isStale ? null : valueText(second, t('overview.unknown'));
}

function WasBoth({ value, second }: { readonly value: string; readonly second: Reading }) {
  const t = useText();
  const other = valueText(useCardReading(second), t('overview.unknown'));
  return t('display.wasBoth', { value, other });
}

/** About how wide the text is, in heights of its letters: the font is as large as the tile allows. */
const fitting = (text: string, unit: string): CSSProperties => {
  const width = text.length * 0.6 + (unit === '' ? 0 : unit.length * 0.2 + 0.15);
  const properties: Record<`--${string}`, number> = { '--letters': Math.max(2.2, width) };
  return properties;
};
