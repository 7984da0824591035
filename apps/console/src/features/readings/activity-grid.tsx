/** Hours by days of the last weeks: what is usual stays calm, what is not is outlined. An hour opens its history. */
import { Select } from '@mantine/core';
import type { AlertKind } from '@picket/domain/alert-kinds';
import { namesOf } from '@picket/domain/kind-table';
import { memo, useMemo, useState } from 'react';
import { problemText, useApi } from '../../lib/api.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useNear } from '../../ui/use-near.ts';
import styles from './activity-grid.module.css';
import { type ActivityChoice, ActivityHours } from './activity-hours.tsx';
import type { KnownSeries } from './use-location-series.ts';

const WEEKS = 4;

/** Whether a kind of alert is offered, in their order; offered ones have a label in the catalogs. */
const IS_OFFERED = {
  POLICY_ALERT: true,
  POLICY_ALERT_WITH_READINGS: true,
  POLICY_ALERT_WITH_VIDEO: true,
  WEATHER_ALERT: true,
  GENERIC_ALERT: true,
  ALERT: true,
  POLICY_ALERT_WITH_SIGNED_VIDEO_URL: false,
  POLICY_CHANGE_ALERT: false,
} as const satisfies Record<AlertKind, boolean>;

type OfferedKind = {
  [Kind in AlertKind]: (typeof IS_OFFERED)[Kind] extends true ? Kind : never;
}[AlertKind];

const OFFERED_KINDS = namesOf(IS_OFFERED).filter((kind): kind is OfferedKind => IS_OFFERED[kind]);

interface Props {
  readonly location: string;
  readonly series: readonly KnownSeries[];
}

/** Memoized: the page re-renders every second for its clock. */
export const ActivityGrid = memo(function ActivityGrid({ location, series }: Props) {
  const t = useText();
  const choices = useMemo(() => choicesOf(t, series), [t, series]);
  const [chosen, setChosen] = useState<string | null>(null);
  const choice = choices.find(({ value }) => value === chosen) ?? choices[0];
  const [ref, isNear] = useNear();
  const activity = useApi(
    'GET /views/locations/{guid}/activity',
    choice === undefined || !isNear ? null : { params: { guid: location }, query: { ...choice.query, weeks: WEEKS } },
    // What was chosen before has other words and another unit.
    { refreshInterval: 300_000, keepPreviousData: false },
  );
  if (choice === undefined) return null;
  return (
    <section ref={ref} className="card pad stack" aria-label={t('telemetry.activity.title')}>
      <div className="row">
        <h2>{t('telemetry.activity.title')}</h2>
        <span className="grow" />
        <Select
          className={styles.choice}
          size="xs"
          aria-label={t('telemetry.activity.of')}
          data={choices.map(({ value, label }) => ({ value, label }))}
          value={choice.value}
          allowDeselect={false}
          onChange={setChosen}
        />
      </div>
      {activity.error && !activity.data && <p className="muted">{problemText(activity.error)}</p>}
      {activity.data ? (
        <ActivityHours location={location} activity={activity.data} choice={choice} />
      ) : (
        !activity.error && <div className={isNear ? `skeleton ${styles.waiting}` : styles.waiting} aria-hidden="true" />
      )}
    </section>
  );
});

function choicesOf(t: Translator, series: readonly KnownSeries[]): readonly ActivityChoice[] {
  const measured = series.flatMap(({ key, label, sensorMetricId, column, sentries }) =>
    sentries.map(
      ({ guid, name }): ActivityChoice => ({
        value: `${guid} ${key}`,
        label: t('telemetry.metricOfSentry', { metric: label, sentry: name }),
        query: { sentry: guid, sensorMetricId, column },
        series: { sentry: guid, sensorMetricId, column },
      }),
    ),
  );
  const kinds = OFFERED_KINDS.map(
    (kind): ActivityChoice => ({
      value: kind,
      label: t(`telemetry.activity.kind.${kind}`),
      query: { kind },
      series: null,
    }),
  );
  return [...measured, ...kinds];
}
