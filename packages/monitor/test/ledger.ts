/** Keeps alerts the way the product does, from the engine's outcomes alone. */
import type { KnownAlert, Outcome, Reconciliation } from '../src/index.ts';
import type { OracleAlert } from './oracle.ts';

export interface LedgerAlert extends OracleAlert {
  corrected: boolean;
  /** Taken back altogether: it never should have been raised. */
  withdrawn: boolean;
}

export class Ledger {
  readonly alerts: LedgerAlert[] = [];
  readonly #instant: boolean;

  constructor(instant = false) {
    this.#instant = instant;
  }

  apply(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) {
      if (outcome.corrected === 'START') {
        const started = this.alerts.find((one) => one.raisedAt === outcome.raisedAt && !one.withdrawn);
        if (!started) throw new Error(`nothing was raised at ${outcome.raisedAt}`);
        started.startedAt = outcome.startedAt;
        started.corrected = true;
        continue;
      }
      const { transition } = outcome;
      if (transition.type === 'RAISED' && !outcome.corrected) {
        const end = this.#instant ? transition.at : null;
        this.alerts.push({
          raisedAt: transition.raisedAt,
          startedAt: transition.startedAt,
          endedAt: end,
          clearedAt: end,
          corrected: false,
          withdrawn: false,
        });
        continue;
      }
      const alert = this.alerts.find((one) => one.raisedAt === transition.raisedAt && !one.withdrawn);
      if (!alert) throw new Error(`nothing was raised at ${transition.raisedAt}`);
      if (transition.type === 'CLEARED') {
        alert.endedAt = outcome.corrected ? null : transition.endedAt;
        alert.clearedAt = outcome.corrected ? null : transition.at;
      }
      if (outcome.corrected) alert.corrected = true;
      if (outcome.corrected && transition.type === 'RAISED') alert.withdrawn = true;
    }
  }

  /** The record, as reconciliation wants it. */
  known(): KnownAlert[] {
    return this.alerts.map(({ raisedAt, startedAt, endedAt, clearedAt, withdrawn }) => ({
      raisedAt,
      startedAt,
      endedAt,
      clearedAt,
      withdrawn,
    }));
  }

  settle(steps: readonly Reconciliation[]): void {
    for (const step of steps) {
      if (step.type === 'ADD') {
        const { raisedAt, startedAt, endedAt, clearedAt } = step.alert;
        const times = { raisedAt, startedAt: startedAt ?? raisedAt, endedAt, clearedAt };
        this.alerts.push({ ...times, corrected: false, withdrawn: false });
        continue;
      }
      const alert = this.alerts.find((one) => one.raisedAt === step.known);
      if (!alert) throw new Error(`nothing is known of ${step.known}`);
      alert.corrected = true;
      alert.withdrawn = step.type === 'WITHDRAW';
      if (step.type === 'MOVE') {
        const { raisedAt, startedAt, endedAt, clearedAt } = step.alert;
        Object.assign(alert, { raisedAt, startedAt: startedAt ?? alert.startedAt, endedAt, clearedAt });
      }
    }
  }

  /** What stands, in the oracle's form. */
  standing(): OracleAlert[] {
    return this.alerts
      .filter((alert) => !alert.withdrawn)
      .sort((a, b) => a.raisedAt - b.raisedAt)
      .map(({ raisedAt, startedAt, endedAt, clearedAt }) => ({ raisedAt, startedAt, endedAt, clearedAt }));
  }

  get anyCorrected(): boolean {
    return this.alerts.some((alert) => alert.corrected);
  }
}
