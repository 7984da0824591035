/** Keeps alerts the way the product does, from the engine's outcomes alone. */
import type { KnownAlert, Outcome, Reconciliation, Transition } from '../src/index.ts';
import type { OracleAlert } from './oracle.ts';

export interface LedgerAlert extends OracleAlert {
  /** Its instants moved. */
  corrected: boolean;
  /** It never should have been raised. */
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
      if (outcome.type === 'START_MOVED')
        Object.assign(this.#at(outcome), { startedAt: outcome.startedAt, corrected: true });
      else if (outcome.type === 'WITHDRAWN') this.#at(outcome).withdrawn = true;
      else if (outcome.type === 'REVERTED') {
        const open = outcome.transition.type === 'CLEARED' ? { endedAt: null, clearedAt: null } : {};
        Object.assign(this.#at(outcome.transition), open, { corrected: true });
      } else this.#happened(outcome.transition);
    }
  }

  #happened(transition: Transition): void {
    if (transition.type === 'RAISED') {
      const { raisedAt, startedAt } = transition;
      const end = this.#instant ? transition.at : null;
      this.alerts.push({ raisedAt, startedAt, endedAt: end, clearedAt: end, corrected: false, withdrawn: false });
      return;
    }
    const alert = this.#at(transition);
    if (transition.type === 'CLEARED') Object.assign(alert, { endedAt: transition.endedAt, clearedAt: transition.at });
  }

  #at({ raisedAt }: { readonly raisedAt: number }): LedgerAlert {
    const alert = this.alerts.find((one) => one.raisedAt === raisedAt && !one.withdrawn);
    if (!alert) throw new Error(`nothing was raised at ${raisedAt}`);
    return alert;
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

  reconcile(steps: readonly Reconciliation[]): void {
    for (const step of steps) {
      if (step.type === 'ADD') {
        const { raisedAt, startedAt, endedAt, clearedAt } = step.alert;
        const times = { raisedAt, startedAt: startedAt ?? raisedAt, endedAt, clearedAt };
        this.alerts.push({ ...times, corrected: false, withdrawn: false });
        continue;
      }
      const alert = this.alerts.find((one) => one.raisedAt === step.known);
      if (!alert) throw new Error(`nothing is known of ${step.known}`);
      alert.withdrawn = step.type === 'WITHDRAW';
      if (step.type === 'MOVE') {
        alert.corrected = true;
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

  /** Whether anything that was made known was not so. */
  get anyCorrected(): boolean {
    return this.alerts.some((alert) => alert.corrected || alert.withdrawn);
  }
}
