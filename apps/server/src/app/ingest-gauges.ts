/** The gauges of the ingest queue of this process, and its limits. */
import { Gauge, type Registry } from 'prom-client';
import type { QueueLoad } from '../capabilities/ingest/index.ts';
import type { Config } from '../platform/config/config.ts';
import { PROCESS_METRICS } from './metric-table.ts';

export class IngestGauges {
  readonly #waiting: Gauge;
  readonly #tenants: Gauge;
  readonly #transactions: Gauge;
  readonly #limits: Gauge<'limit'>;

  constructor(registers: Registry[]) {
    this.#waiting = new Gauge({ ...PROCESS_METRICS.queue, registers });
    this.#tenants = new Gauge({ ...PROCESS_METRICS.queueTenants, registers });
    this.#transactions = new Gauge({ ...PROCESS_METRICS.transactions, registers });
    this.#limits = new Gauge({ ...PROCESS_METRICS.limits, registers });
  }

  update(
    { reports, tenants, transactions }: QueueLoad,
    { ingestConcurrency, ingestQueueLimit, ingestLimits: { sentry, tenant } }: Config,
  ): void {
    this.#waiting.set(reports);
    this.#tenants.set(tenants);
    this.#transactions.set(transactions);
    this.#limits.set({ limit: 'queue_reports' }, ingestQueueLimit);
    this.#limits.set({ limit: 'transactions' }, ingestConcurrency);
    this.#limits.set({ limit: 'sentry_rate' }, sentry.rate);
    this.#limits.set({ limit: 'sentry_burst' }, sentry.burst);
    this.#limits.set({ limit: 'tenant_rate' }, tenant.rate);
    this.#limits.set({ limit: 'tenant_burst' }, tenant.burst);
  }
}
