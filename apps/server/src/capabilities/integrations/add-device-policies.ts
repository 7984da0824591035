import { OVERDUE_METRIC } from '@picket/domain/metrics';
import type { Tx } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { IntegrationPorts } from './integration-ports.ts';
import type { MappedEntity } from './mapping-store.ts';

/** Those that the series of a device need, and the one about silence that every adopted device needs. */
export async function addDevicePolicies(
  ctx: Ctx<UserActor>,
  tx: Tx,
  entities: readonly MappedEntity[],
  { onAdopted }: IntegrationPorts,
): Promise<void> {
  await onAdopted(ctx, tx, [...entities, { sensorMetricId: OVERDUE_METRIC, column: 'value' }]);
}
