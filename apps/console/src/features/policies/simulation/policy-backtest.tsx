/** The backtest of a policy's form: a hint while no sentry reports, and a placeholder until it is known on which one it runs. */
import type { SentryOption } from '../use-sentry-options.ts';
import { BacktestPanel } from './backtest-panel.tsx';
import type { BacktestState, BacktestSubject } from './use-backtest.ts';

interface Props {
  readonly subject: BacktestSubject;
  readonly backtest: BacktestState;
  readonly inForceName: string;
  readonly sentryOptions: readonly SentryOption[];
  readonly onSelectSentry: (sentry: string) => void;
  readonly useCelsius: boolean;
}

export function PolicyBacktest({ subject, ...panel }: Props) {
  const { sentryOption } = subject;
  if (panel.sentryOptions.length === 0)
    return (
      <section className="card empty">
        <h2>No backtest yet</h2>
        <p className="muted">Once a sentry reports, this shows what the policy would have done in the last 30 days.</p>
      </section>
    );
  if (sentryOption === null) return <div className="skeleton" style={{ height: 330 }} aria-hidden="true" />;
  return <BacktestPanel {...panel} subject={{ ...subject, sentryOption }} />;
}
