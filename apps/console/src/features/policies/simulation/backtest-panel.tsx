/** Backtest: 30 days of stored readings with the alerts of the version in force and of the draft. */
import { Select } from '@mantine/core';
import { problemText } from '../../../lib/api.ts';
import { metricText } from '../../../lib/kind-texts.ts';
import { SHOWN_OPTIONS } from '../../../lib/shown-options.ts';
import { type Translator, useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useWidth } from '../../../lib/use-width.ts';
import { type SentryOption, sentryOptionName } from '../use-sentry-options.ts';
import styles from './backtest.module.css';
import { BacktestChart } from './backtest-chart.tsx';
import { BacktestNotes } from './backtest-notes.tsx';
import { BacktestTable } from './backtest-table.tsx';
import { BACKTEST_DAYS, type BacktestState, type BacktestSubject, seriesKeyOf } from './use-backtest.ts';

interface Props {
  readonly subject: BacktestSubject & { readonly sentryOption: SentryOption };
  readonly backtest: BacktestState;
  /** The name of the upper track: "version 4, in force". */
  readonly inForceName: string;
  readonly sentryOptions: readonly SentryOption[];
  readonly onSelectSentry: (sentry: string) => void;
  readonly useCelsius: boolean;
}

export function BacktestPanel({ subject, backtest, inForceName, sentryOptions, onSelectSentry, useCelsius }: Props) {
  const t = useText();
  const { before, after, hasDraft } = backtest;
  const isNew = subject.policy === null;
  const { timezone } = subject.sentryOption.location;
  return (
    <section className="card pad stack" data-backtest aria-label={t('simulation.backtest.title')}>
      <BacktestHead
        backtest={backtest}
        sentryOption={subject.sentryOption}
        sentryOptions={sentryOptions}
        onSelectSentry={onSelectSentry}
      />
      <BacktestFrame subject={subject} backtest={backtest} useCelsius={useCelsius} />
      <div className={`row small muted ${styles.legend}`} aria-hidden="true">
        {!isNew && (
          <span>
            <i className={styles.markInForce} /> {inForceName}
          </span>
        )}
        {hasDraft && (
          <span>
            <i className={styles.markDraft} /> {t('simulation.backtest.thisDraft')}
          </span>
        )}
      </div>
      <div className={`stack ${styles.notes}`}>
        <BacktestNotes backtest={backtest} />
        {before.length + after.length > 0 && (
          <BacktestTable before={isNew ? [] : before} after={hasDraft ? after : []} timezone={timezone} />
        )}
      </div>
    </section>
  );
}

interface HeadProps {
  readonly backtest: BacktestState;
  readonly sentryOption: SentryOption;
  readonly sentryOptions: readonly SentryOption[];
  readonly onSelectSentry: (sentry: string) => void;
}

function BacktestHead({ backtest, sentryOption, sentryOptions, onSelectSentry }: HeadProps) {
  const t = useText();
  const formats = useFormats(sentryOption.location.timezone);
  const { data, isLate, shown } = backtest;
  const zone = formats.timezoneNote() || t('simulation.backtest.localTime');
  return (
    <div className="row">
      <h2>{t('simulation.backtest.title')}</h2>
      <span className="small muted" role="status">
        {data !== undefined && isLate
          ? t('simulation.backtest.calculating')
          : t('simulation.backtest.range', { days: BACKTEST_DAYS, zone })}
      </span>
      <span className="grow" />
      <Select
        className={styles.location}
        aria-label={t('simulation.backtest.sentry')}
        size="xs"
        searchable
        limit={SHOWN_OPTIONS}
        allowDeselect={false}
        data={sentryOptions.map((one) => ({ value: one.sentry.guid, label: sentryOptionName(one) }))}
        value={sentryOption.sentry.guid}
        onChange={(value) => value !== null && onSelectSentry(value)}
      />
      {shown.choices.length > 1 && shown.series !== null && (
        <Select
          aria-label={t('simulation.backtest.readings')}
          size="xs"
          allowDeselect={false}
          data={shown.choices.map((one) => ({ value: seriesKeyOf(one), label: shownSeriesName(t, one) }))}
          value={seriesKeyOf(shown.series)}
          onChange={shown.choose}
        />
      )}
    </div>
  );
}

interface FrameProps {
  readonly subject: Props['subject'];
  readonly backtest: BacktestState;
  readonly useCelsius: boolean;
}

function BacktestFrame({ subject, backtest, useCelsius }: FrameProps) {
  const t = useText();
  const { ref, width } = useWidth<HTMLDivElement>();
  const { policy, inForce, draft, sentryOption } = subject;
  const { data, error, range, shown, before, after, hasDraft, summary } = backtest;
  return (
    <div ref={ref} className={styles.frame}>
      {data !== undefined ? (
        <BacktestChart
          width={Math.max(260, Math.round(width) || 800)}
          from={range.from}
          to={range.to}
          timezone={sentryOption.location.timezone}
          points={shown.points}
          series={shown.series}
          contents={[...(inForce === null ? [] : [inForce]), draft]}
          tracks={[
            ...(policy === null ? [] : [{ name: t('simulation.track.inForce'), alerts: before, isDraft: false }]),
            ...(hasDraft ? [{ name: t('simulation.track.draft'), alerts: after, isDraft: true }] : []),
          ]}
          label={`${summary?.headline ?? ''} ${summary?.details.join(' ') ?? ''}`}
          useCelsius={useCelsius}
        />
      ) : error === undefined ? (
        <div className={`skeleton ${styles.waiting}`} aria-hidden="true" />
      ) : (
        <p className="muted">{problemText(error)}</p>
      )}
    </div>
  );
}

interface Shown {
  readonly sensorMetricId: string;
  readonly column: string;
}

function shownSeriesName(t: Translator, { sensorMetricId, column }: Shown): string {
  const [plain = '', zone] = column.split('@');
  const metric = metricText(t, sensorMetricId, plain);
  return zone === undefined ? metric : t('simulation.backtest.zoneSeries', { metric });
}
