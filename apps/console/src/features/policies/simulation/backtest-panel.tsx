/** Backtest: 30 days of stored readings with the alerts of the version in force and of the draft. */
import { Select } from '@mantine/core';
import { problemText } from '../../../lib/api.ts';
import { timezoneNote } from '../../../lib/format-time.ts';
import { useWidth } from '../../../lib/use-width.ts';
import './backtest.css';
import { sensorName } from '../policy-content.ts';
import { type SentryOption, sentryOptionName } from '../use-sentry-options.ts';
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
  const { before, after, hasDraft } = backtest;
  const isNew = subject.policy === null;
  const { timezone } = subject.sentryOption.location;
  return (
    <section className="card pad stack backtest" aria-label="Backtest">
      <BacktestHead
        backtest={backtest}
        sentryOption={subject.sentryOption}
        sentryOptions={sentryOptions}
        onSelectSentry={onSelectSentry}
      />
      <BacktestFrame subject={subject} backtest={backtest} useCelsius={useCelsius} />
      <BacktestNotes backtest={backtest} />
      <div className="row small muted backtest-legend" aria-hidden="true">
        {!isNew && (
          <span>
            <i className="mark-in-force" /> {inForceName}
          </span>
        )}
        {hasDraft && (
          <span>
            <i className="mark-draft" /> this draft
          </span>
        )}
      </div>
      {before.length + after.length > 0 && (
        <BacktestTable before={isNew ? [] : before} after={hasDraft ? after : []} timezone={timezone} />
      )}
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
  const { data, isLate, shown } = backtest;
  const { timezone } = sentryOption.location;
  return (
    <div className="row">
      <h2>Backtest</h2>
      <span className="small muted" role="status">
        {data !== undefined && isLate
          ? 'calculating …'
          : `last ${BACKTEST_DAYS} days, ${timezoneNote(timezone) || 'local time'}`}
      </span>
      <span className="grow" />
      <Select
        className="backtest-location"
        aria-label="Sentry"
        size="xs"
        searchable
        allowDeselect={false}
        data={sentryOptions.map((one) => ({ value: one.sentry.guid, label: sentryOptionName(one) }))}
        value={sentryOption.sentry.guid}
        onChange={(value) => value !== null && onSelectSentry(value)}
      />
      {shown.choices.length > 1 && shown.series !== null && (
        <Select
          aria-label="Readings shown"
          size="xs"
          allowDeselect={false}
          data={shown.choices.map((one) => ({ value: seriesKeyOf(one), label: shownSeriesName(one) }))}
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
  const { ref, width } = useWidth<HTMLDivElement>();
  const { policy, inForce, draft, sentryOption } = subject;
  const { data, error, range, shown, before, after, hasDraft, summary } = backtest;
  return (
    <div ref={ref} className="backtest-frame">
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
            ...(policy === null ? [] : [{ name: 'in force', alerts: before, isDraft: false }]),
            ...(hasDraft ? [{ name: 'draft', alerts: after, isDraft: true }] : []),
          ]}
          label={`${summary?.headline ?? ''} ${summary?.details.join(' ') ?? ''}`}
          useCelsius={useCelsius}
        />
      ) : error === undefined ? (
        <div className="skeleton backtest-waiting" aria-hidden="true" />
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

function shownSeriesName({ sensorMetricId, column }: Shown): string {
  const [plain = '', zone] = column.split('@');
  return `${sensorName(sensorMetricId, plain)}${zone === undefined ? '' : ', zone'}`;
}
