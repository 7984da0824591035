/** What a history shows: its time range, its series, and what is drawn besides. */
import { SegmentedControl, Select, Switch } from '@mantine/core';
import { useText } from '../../../lib/texts.ts';
import { RANGE_NAMES, toSpanQuery } from '../../../lib/time-span.ts';
import { FromTo } from './from-to.tsx';
import styles from './history.module.css';
import { MoveButtons } from './move-buttons.tsx';
import { SeriesPicker } from './series-picker.tsx';
import type { LocationHistory } from './use-history.ts';

interface Props {
  readonly history: LocationHistory;
  readonly timezone: string;
}

export function HistoryControls({ history, timezone }: Props) {
  const t = useText();
  const { query, series, chosen } = history;
  const { asked, from, to, compare, withdrawn, update } = query;
  return (
    <section className={styles.controls} aria-label={t('history.controls')}>
      <SegmentedControl
        aria-label={t('history.range')}
        data={RANGE_NAMES.map((name) => ({ value: name, label: t(`history.range.${name}`) }))}
        value={asked.kind === 'range' ? asked.range : ''}
        onChange={(range) => update({ range, from: null, to: null })}
      />
      <MoveButtons query={query} />
      <FromTo
        key={`${asked.kind} ${asked.kind === 'range' ? asked.range : `${from} ${to}`}`}
        from={from}
        to={to}
        timezone={timezone}
        onChange={(begin, end) => update({ range: null, ...toSpanQuery(begin, end) })}
      />
      <SentryChoice history={history} />
      {series !== undefined && series.length > 0 && (
        <SeriesPicker
          series={series}
          chosen={chosen.map(({ key }) => key)}
          onChange={(keys) => update({ series: keys.join(',') })}
        />
      )}
      <Switch
        label={t('history.compare')}
        checked={compare}
        onChange={(event) => update({ compare: event.currentTarget.checked ? '1' : null })}
      />
      <Switch
        label={t('history.showWithdrawn')}
        checked={withdrawn}
        onChange={(event) => update({ withdrawn: event.currentTarget.checked ? '1' : null })}
      />
    </section>
  );
}

/** One sentry or all, where there are several. */
function SentryChoice({ history: { query, sentries, isSentryMissing } }: Pick<Props, 'history'>) {
  const t = useText();
  if (sentries === undefined || sentries.length < 2) return null;
  return (
    <Select
      aria-label={t('history.sentry')}
      data={[
        { value: '', label: t('history.everySentry') },
        ...sentries.map(({ guid, name }) => ({ value: guid, label: name })),
      ]}
      value={isSentryMissing ? '' : (query.sentry ?? '')}
      allowDeselect={false}
      onChange={(guid) => query.update({ sentry: guid === '' ? null : guid })}
    />
  );
}
