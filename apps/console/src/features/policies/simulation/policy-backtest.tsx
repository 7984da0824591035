/** The backtest of a policy's form: a hint while no sentry reports, and a placeholder until it is known on which one it runs. */
import { useText } from '../../../lib/texts.ts';
import type { SentryOption } from '../use-sentry-options.ts';
import { BacktestPanel } from './backtest-panel.tsx';
import { BACKTEST_DAYS, type BacktestState, type BacktestSubject } from './use-backtest.ts';

interface Props {
  readonly subject: BacktestSubject;
  readonly backtest: BacktestState;
  readonly inForceName: string;
  readonly sentryOptions: readonly SentryOption[];
  readonly onSelectSentry: (sentry: string) => void;
  readonly useCelsius: boolean;
}

export function PolicyBacktest({ subject, ...panel }: Props) {
  const t = useText();
  const { sentryOption } = subject;
  if (panel.sentryOptions.length === 0)
    return (
      <section className="card empty">
        <h2>{t('simulation.backtest.none')}</h2>
        <p className="muted">{t('simulation.backtest.noneText', { days: BACKTEST_DAYS })}</p>
      </section>
    );
  if (sentryOption === null) return <div className="skeleton" style={{ height: 410 }} aria-hidden="true" />;
  return <BacktestPanel {...panel} subject={{ ...subject, sentryOption }} />;
}
