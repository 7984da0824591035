import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type DestinationRow, findDestination } from './destination-store.ts';

/** The destination, if it is this person's, or the organization's (`user` null). Throws a 404 otherwise. */
export async function getDestination(ctx: Ctx<UserActor>, user: string | null, guid: string): Promise<DestinationRow> {
  const row = await findDestination(ctx.db.console, ctx.actor.tenant, user, guid);
  if (row === null) throw new AppError('notFound');
  return row;
}

/** The destination as the audit log names it. */
export const auditTargetOf = ({ guid, name }: Pick<DestinationRow, 'guid' | 'name'>) => ({
  kind: 'destination',
  guid,
  name,
});
