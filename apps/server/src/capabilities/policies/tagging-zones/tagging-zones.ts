/**
 * A tagging zone for one asset, with the policy that watches it (specification, section 2; monitor rules: Zones): created,
 * changed and deleted together. Every violation of such a policy has a condition on the zone.
 */
import type { ParsedBody, PolicyOut, TaggingZoneOut } from '@picket/contracts';
import { type Condition, metricOf, NAME_MAX, type PolicyDefinition, truncateText } from '@picket/domain';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { type Ctx, withTransaction } from '../../../platform/http/context.ts';
import { visibleLocation } from '../../locations/index.ts';
import { changeZone, createZone, deleteZone, visibleZone, type ZonePorts, zoneOf } from '../../zones/index.ts';
import { createPolicy, deletePolicy, editPolicy, getPolicy, type PolicyPorts } from '../edit-policies.ts';

type Ports = PolicyPorts & ZonePorts;
type Loaded = TaggingZoneOut;

const seesPictures = ({ sensorMetricId }: Condition): boolean => metricOf(sensorMetricId)?.frame !== undefined;

/** The definition with its conditions on pictures on this zone; a 400 for a violation without a condition on a picture. */
function bindToZone(
  definition: ParsedBody<'POST /locations/{guid}/tagging-zones'>['definition'],
  zoneId: string,
): typeof definition {
  if (definition.violations.length === 0)
    throw invalid('definition.violations', 'there must be one that watches the zone');
  for (const [index, { conditions }] of definition.violations.entries())
    if (!conditions.some(seesPictures))
      throw invalid(`definition.violations.${index}`, 'must have a condition on the picture the zone is part of');
  return {
    violations: definition.violations.map((violation) => ({
      ...violation,
      conditions: violation.conditions.map((condition) =>
        seesPictures(condition) ? { ...condition, zoneId } : condition,
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

const policyName = (zone: string, location: string): string => truncateText(`${zone}, ${location}`, NAME_MAX).trim();

const loadedOf = (zone: Loaded['zone'], policy: PolicyOut): Loaded => ({
  zone,
  policy,
  last_update_ts: [zone.last_update_ts, policy.last_update_ts].sort((a, b) => Date.parse(a) - Date.parse(b))[1] ?? '',
});

export async function taggingZone(ctx: Ctx<UserActor>, location: string, policyGuid: string): Promise<Loaded> {
  const policy = await getPolicy(ctx, policyGuid);
  const zoneId = zoneOfPolicy(policy.definition);
  await visibleLocation(ctx, location);
  if (zoneId === null) throw new AppError('notFound');
  const zone = zoneOf(await visibleZone(ctx, location, zoneId));
  if (zone.parentId === undefined) throw new AppError('notFound');
  return loadedOf(zone, policy);
}

export async function createTaggingZone(
  ctx: Ctx<UserActor>,
  location: string,
  { definition, doNotDisturb, ...zone }: ParsedBody<'POST /locations/{guid}/tagging-zones'>,
  ports: Ports,
): Promise<Loaded> {
  const place = await visibleLocation(ctx, location);
  const made = await inTransaction(ctx, async (txCtx) => {
    const drawn = await createZone(txCtx, location, zone, ports);
    const policy = await createPolicy(
      txCtx,
      {
        name: policyName(drawn.name, place.name),
        definition: bindToZone(definition, drawn.zoneId),
        ...(doNotDisturb === undefined ? {} : { doNotDisturb }),
      },
      ports,
    );
    return loadedOf(drawn, policy);
  });
  ctx.pubSub.notify();
  return made;
}

export async function changeTaggingZone(
  ctx: Ctx<UserActor>,
  location: string,
  policyGuid: string,
  input: ParsedBody<'PATCH /locations/{guid}/tagging-zones/{policyGuid}'>,
  check: (current: Loaded) => void,
  ports: Ports,
): Promise<Loaded> {
  const place = await visibleLocation(ctx, location);
  await inTransaction(ctx, async (txCtx) => {
    const current = await taggingZone(txCtx, location, policyGuid);
    check(current);
    const { name, exclusions, definition, doNotDisturb } = input;
    const { zoneId } = current.zone;
    if (name !== undefined || exclusions !== undefined)
      await changeZone(
        txCtx,
        location,
        zoneId,
        { ...(name === undefined ? {} : { name }), ...(exclusions === undefined ? {} : { exclusions }) },
        () => {},
        ports,
      );
    if (name !== undefined || definition !== undefined || doNotDisturb !== undefined)
      await editPolicy(
        txCtx,
        policyGuid,
        {
          ...(name === undefined ? {} : { name: policyName(name, place.name) }),
          ...(definition === undefined ? {} : { definition: bindToZone(definition, zoneId) }),
          ...(doNotDisturb === undefined ? {} : { doNotDisturb }),
        },
        () => {},
        ports,
      );
  });
  ctx.pubSub.notify();
  return taggingZone(ctx, location, policyGuid);
}

export async function deleteTaggingZone(
  ctx: Ctx<UserActor>,
  location: string,
  policyGuid: string,
  check: (current: Loaded) => void,
  ports: Ports,
): Promise<void> {
  await inTransaction(ctx, async (txCtx) => {
    const current = await taggingZone(txCtx, location, policyGuid);
    check(current);
    await deletePolicy(txCtx, policyGuid, () => {}, ports);
    await deleteZone(txCtx, location, current.zone.zoneId, () => {}, ports);
  });
  ctx.pubSub.notify();
}

const inTransaction = <Result>(
  ctx: Ctx<UserActor>,
  work: (txCtx: Ctx<UserActor>) => Promise<Result>,
): Promise<Result> => ctx.db.inTx((tx: Tx) => work(withTransaction(ctx, tx)));
