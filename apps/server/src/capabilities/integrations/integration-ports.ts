/** What commands of integrations need of other capabilities; connected in app/. */
import type { Tx } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Ingest } from '../ingest/index.ts';
import type { SensorPorts } from '../sensors/index.ts';
import type { OnSentryChanged } from '../sentries/index.ts';

/** A series that an adopted device fills. */
export interface AdoptedSeries {
  readonly sensorMetricId: string;
  readonly column: string;
}

/** Runs in the transaction of an adoption, with the series of the device. */
export type OnAdopted = (ctx: Ctx<UserActor>, tx: Tx, series: readonly AdoptedSeries[]) => Promise<void>;

export interface IntegrationPorts {
  readonly onSentryChanged: OnSentryChanged;
  readonly sensors: SensorPorts;
  readonly onAdopted: OnAdopted;
  /** Takes the readings of messages to webhooks. */
  readonly ingest: Ingest;
}
