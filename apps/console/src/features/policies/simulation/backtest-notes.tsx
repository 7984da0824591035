/** What a backtest says, and what it cannot say. */
import { problemText } from '../../../lib/api.ts';
import type { BacktestState } from './use-backtest.ts';

const MAX_WARNINGS = 3;

export function BacktestNotes({ backtest }: { readonly backtest: BacktestState }) {
  const { data, error, shown, summary } = backtest;
  const nearMisses = data?.draft.nearMisses ?? 0;
  return (
    <>
      {data !== undefined && error !== undefined && (
        <p className="problem-text">The draft cannot be backtested as it is: {problemText(error)}</p>
      )}
      {data !== undefined && summary !== null && (
        <div className="stack-tight" aria-live="polite">
          <p>
            <strong>{summary.headline}</strong> <span className="muted">{summary.details.join(' ')}</span>
          </p>
          {summary.warnings.slice(0, MAX_WARNINGS).map((warning) => (
            <p key={warning} className="backtest-warning">
              {warning}
            </p>
          ))}
          {data.includesSilence && (
            <p className="small muted">
              Silence consists of when reports came, which is not kept for that long: of it the alerts on record are
              shown, and a draft cannot be tried.
            </p>
          )}
          {shown.series === null && !data.includesSilence && (
            <p className="small muted">This sentry has no sensor that this policy evaluates.</p>
          )}
          {nearMisses > 0 && (
            <p className="small muted">
              {nearMisses === 1 ? 'Once a delay' : `${nearMisses} times a delay`} ran and what it waited for was over
              before.
            </p>
          )}
        </div>
      )}
    </>
  );
}
