/** The readings on a tile: the worst one large, with where it goes, its limit and its age. */
import type { LocationCardOut } from '@picket/contracts/types';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { metricText } from '../../../lib/kind-texts.ts';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { alarmingSeriesOf } from '../../alerts/index.ts';
import { columnKeyOf, leadingAlert, type OverviewItem } from '../overview-order.ts';
import { type CardReading, useCardReading } from '../use-card-reading.ts';
import styles from './display-tile.module.css';
import { alertLimitOf, batteryLeftText, type PassedLimit, passedLimitText, type Trend, trendOf } from './trend-text.ts';

type Reading = LocationCardOut['readings'][number];

interface Props {
  readonly item: OverviewItem;
  /** Has room for the last day. */
  readonly showsDetails: boolean;
  readonly isLarge: boolean;
}

export function TileReadings({ item, showsDetails, isLarge }: Props) {
  const t = useText();
  const { card } = item;
  const [first, second] = card.readings;
  if (first === undefined)
    return <p className={styles.foot}>{card.sentries.total > 0 && t('overview.card.noReadings')}</p>;
  const limit = alertLimitOf(leadingAlert(item), first);
  return (
    <Readings
      first={first}
      second={second}
      showsDetails={showsDetails || isLarge}
      isLarge={isLarge}
      limit={limit}
      isHot={alarmingSeriesOf(item.alerts).has(`${first.sentry} ${columnKeyOf(first)}`)}
    />
  );
}

interface ReadingsProps {
  readonly first: Reading;
  readonly second: Reading | undefined;
  readonly showsDetails: boolean;
  readonly isLarge: boolean;
  readonly limit: PassedLimit | null;
  /** An open alert is about the first one. */
  readonly isHot: boolean;
}

function Readings(props: ReadingsProps) {
  const { first, showsDetails, limit } = props;
  const t = useText();
  const reading = useCardReading(first);
  return (
    <>
      {showsDetails && (
        <Sparkline
          values={first.sparkline}
          label={t('overview.table.day')}
          limits={limit === null ? [] : [limit.threshold]}
        />
      )}
      {reading.isStale ? <OldReading {...props} reading={reading} /> : <CurrentReading {...props} reading={reading} />}
    </>
  );
}

type ShownProps = ReadingsProps & { readonly reading: CardReading };

/** Past its hold time: the age says more than the value. */
function OldReading({ second, showsDetails, reading }: ShownProps) {
  const t = useText();
  const formats = useFormats();
  const age = t('overview.old', { duration: formats.duration(reading.age) });
  const value = valueText(reading, t('overview.unknown'));
  return (
    <>
      <p className={`${styles.value} num`} data-stale style={fitting(age, '', false)}>
        {age}
      </p>
      <p className={`${styles.foot} num`}>
        <span>
          {second === undefined || !showsDetails ? (
            t('display.was', { value })
          ) : (
            <WasBoth value={value} second={second} />
          )}
        </span>
      </p>
    </>
  );
}

function CurrentReading({ first, second, showsDetails, isLarge, limit, isHot, reading }: ShownProps) {
  const t = useText();
  const formats = useFormats();
  const { text, unit } = reading.shown ?? { text: t('overview.unknown'), unit: '' };
  const hasTrend = unit !== '' && reading.shown !== null;
  const passed = limit === null || !isLarge ? null : passedLimitText(t, formats, first, reading.value, limit);
  return (
    <>
      <p className={`${styles.value} num`} data-hot={isHot || undefined} style={fitting(text, unit, hasTrend)}>
        {text}
        {unit !== '' && <span className={styles.unit}> {unit}</span>}
        {hasTrend && <TrendArrow trend={trendOf(formats, first)} />}
      </p>
      {passed !== null && <p className={styles.passed}>{passed}</p>}
      <p className={`${styles.foot} num`}>
        <span>
          <FootText {...{ first, second, isLarge }} hasUnit={unit !== ''} limit={showsDetails ? limit : null} />
        </span>
        <span>{t('common.ago', { duration: formats.duration(reading.age) })}</span>
      </p>
    </>
  );
}

const ARROWS = { rising: IconArrowUpRight, falling: IconArrowDownRight, steady: IconArrowRight } as const;

function TrendArrow({ trend }: { readonly trend: Trend }) {
  const t = useText();
  const Arrow = ARROWS[trend];
  return <Arrow className={styles.trend} data-trend={trend} role="img" aria-label={t(`display.trend.${trend}`)} />;
}

const valueText = ({ shown }: CardReading, unknown: string): string =>
  shown === null ? unknown : shown.unit === '' ? shown.text : `${shown.text} ${shown.unit}`;

interface FootProps {
  readonly first: Reading;
  readonly second: Reading | undefined;
  readonly isLarge: boolean;
  /** A unit says what is measured. */
  readonly hasUnit: boolean;
  /** The limit that was passed. */
  readonly limit: PassedLimit | null;
}

/** How long the battery lasts, else the limit, else what is measured, else the second reading. */
function FootText({ first, second, isLarge, hasUnit, limit }: FootProps) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { sensorMetricId, column, sentryName } = first;
  const left = batteryLeftText(t, formats, first, now);
  if (left !== null) return left;
  if (limit !== null) {
    const value = formats.valueText(sensorMetricId, column, limit.threshold);
    return isLarge ? t('display.sentryLimit', { sentry: sentryName, value }) : t('display.limit', { value });
  }
  if (!hasUnit) return metricText(t, sensorMetricId, column);
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
const fitting = (text: string, unit: string, hasTrend: boolean): CSSProperties => {
  const width = text.length * 0.6 + (unit === '' ? 0 : unit.length * 0.2 + 0.15) + (hasTrend ? 0.35 : 0);
  const properties: Record<`--${string}`, number> = { '--letters': Math.max(2.2, width) };
  return properties;
};
