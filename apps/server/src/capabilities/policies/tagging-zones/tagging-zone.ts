/**
 * A tagging zone for one asset, with the policy that watches it (specification, section 2; monitor rules: Zones): created,
 * changed and deleted together. Every violation of such a policy has a condition on the zone.
 */
import type { ParsedBody } from '@picket/contracts/endpoints';
import type { PolicyOut, TaggingZoneOut } from '@picket/contracts/types';
import { metricOf } from '@picket/domain/metrics';
import { NAME_MAX } from '@picket/domain/names';
import type { Condition, PolicyDefinition } from '@picket/domain/policies';
import { truncateText } from '@picket/domain/text';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { type Ctx, withTransaction } from '../../../platform/http/context.ts';
import { visibleLocation } from '../../locations/index.ts';
import { visibleZone, type ZonePorts, zoneOf } from '../../zones/index.ts';
import { getPolicy } from '../get-policy.ts';
import type { PolicyPorts } from '../policy-ports.ts';

export type Ports = PolicyPorts & ZonePorts;

const usesFrames = ({ sensorMetricId }: Condition): boolean => metricOf(sensorMetricId)?.frame !== undefined;

/** The definition with its conditions on pictures on this zone; a 400 for a violation without a condition on a picture. */
export function bindToZone(
  definition: ParsedBody<'POST /locations/{guid}/tagging-zones'>['definition'],
  zoneId: string,
): typeof definition {
  if (definition.violations.length === 0)
    throw invalid('definition.violations', 'there must be one that watches the zone');
  for (const [index, { conditions }] of definition.violations.entries())
    if (!conditions.some(usesFrames))
      throw invalid(`definition.violations.${index}`, 'must have a condition on the picture the zone is part of');
  return {
    violations: definition.violations.map((violation) => ({
      ...violation,
      conditions: violation.conditions.map((condition) =>
        usesFrames(condition) ? { ...condition, zoneId } : condition,
      ),
    })),
  };
}

/** The zone all violations of a policy use, or null where it is not the policy of a tagging zone. */
function zoneOfPolicy({ violations }: PolicyDefinition): string | null {
  const zones = new Set(
    violations.map(({ conditions }) => conditions.find(({ zoneId }) => zoneId !== undefined)?.zoneId ?? null),
  );
  const [only = null] = zones;
  return zones.size === 1 ? only : null;
}

export const taggingPolicyName = (zone: string, location: string): string =>
  truncateText(`${zone}, ${location}`, NAME_MAX).trim();

export const toTaggingZoneOut = (zone: TaggingZoneOut['zone'], policy: PolicyOut): TaggingZoneOut => ({
  zone,
  policy,
  last_update_ts: [zone.last_update_ts, policy.last_update_ts].sort((a, b) => Date.parse(a) - Date.parse(b))[1] ?? '',
});

export async function getTaggingZone(
  ctx: Ctx<UserActor>,
  location: string,
  policyGuid: string,
): Promise<TaggingZoneOut> {
  const policy = await getPolicy(ctx, policyGuid);
  const zoneId = zoneOfPolicy(policy.definition);
  await visibleLocation(ctx, location);
  if (zoneId === null) throw new AppError('notFound');
  const zone = zoneOf(await visibleZone(ctx, location, zoneId));
  if (zone.parentId === undefined) throw new AppError('notFound');
  return toTaggingZoneOut(zone, policy);
}

export const inTransaction = <Result>(
  ctx: Ctx<UserActor>,
  work: (txCtx: Ctx<UserActor>) => Promise<Result>,
): Promise<Result> => ctx.db.inTx((tx: Tx) => work(withTransaction(ctx, tx)));
