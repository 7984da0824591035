/** The fields of a location that is still there, as they were at an earlier instant. */
import type { Tx } from '../../platform/db/database.ts';
import { BringBackError } from '../../platform/db/restored-database.ts';
import type { OperatorActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit, difference } from '../audit/index.ts';
import { Attributes } from './attributes.ts';
import { auditFields, auditTarget } from './location-fields.ts';
import type { OnTimezoneChanged } from './location-ports.ts';
import { findLocation, findLocationNamed, type LocationRow, toLocation, updateLocation } from './location-store.ts';

/** The same as an edit, in the caller's transaction. Returns the names of the fields that differ; `dryRun`: nothing is changed. */
export async function putBackLocation(
  ctx: Ctx<OperatorActor>,
  tx: Tx,
  past: LocationRow & { readonly nameKey: string },
  dryRun: boolean,
  onTimezoneChanged: OnTimezoneChanged,
): Promise<readonly string[]> {
  const { tenant } = ctx.actor;
  const current = await findLocation(tx.prisma, tenant, past.guid);
  if (current === null) throw new RangeError(`location ${past.guid} is not there`);
  const named = await findLocationNamed(tx.prisma, tenant, past.nameKey);
  if (named !== null && named.guid !== past.guid)
    throw new BringBackError(`there is another location named ${named.name}: rename it first`);
  const changes = difference(auditFields(toLocation(current)), auditFields(toLocation(past)));
  const fields = [...new Set([...Object.keys(changes.before), ...Object.keys(changes.after)])];
  if (fields.length === 0 || dryRun) return fields;
  const { name, nameKey, timezone, address, latitude, longitude } = past;
  const attributes = Attributes.parse(past.attributes);
  const at = new Date(Math.max(ctx.clock.now(), current.lastUpdateTs.getTime() + 1));
  const data = { name, nameKey, timezone, address, latitude, longitude, attributes };
  if (!(await updateLocation(tx.prisma, tenant, current, data, at)))
    throw new BringBackError('the location is being edited: repeat this');
  if (timezone !== current.timezone) await onTimezoneChanged(tx.sql, tenant);
  const target = auditTarget(toLocation({ ...current, name }));
  await audit(ctx, tx, { action: 'LOCATION_CHANGED', target, ...changes });
  return fields;
}
