/** What a backtest says, and what it cannot say. */
import { problemText } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import styles from './backtest.module.css';
import type { BacktestState } from './use-backtest.ts';

const MAX_WARNINGS = 3;

export function BacktestNotes({ backtest }: { readonly backtest: BacktestState }) {
  const t = useText();
  const { data, error, shown, summary } = backtest;
  const nearMisses = data?.draft.nearMisses ?? 0;
  return (
    <>
      {data === undefined && error === undefined && (
        <div className={`skeleton ${styles.notesWaiting}`} aria-hidden="true" />
      )}
      {data !== undefined && error !== undefined && (
        <p className="problem-text">{t('simulation.backtest.refused', { problem: problemText(error) })}</p>
      )}
      {data !== undefined && summary !== null && (
        <div className="stack-tight" aria-live="polite">
          <p>
            <strong>{summary.headline}</strong> <span className="muted">{summary.details.join(' ')}</span>
          </p>
          {summary.warnings.slice(0, MAX_WARNINGS).map((warning) => (
            <p key={warning} className={styles.warning}>
              {warning}
            </p>
          ))}
          {data.includesSilence && <p className="small muted">{t('simulation.backtest.silence')}</p>}
          {shown.series === null && !data.includesSilence && (
            <p className="small muted">{t('simulation.backtest.noSensor')}</p>
          )}
          {nearMisses > 0 && (
            <p className="small muted">{t('simulation.backtest.nearMisses', { count: nearMisses })}</p>
          )}
        </div>
      )}
    </>
  );
}
