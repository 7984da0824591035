/** A user as an actor, and as the target of an audit entry. */
import type { FastifyRequest } from 'fastify';
import type { UserActor } from '../../platform/http/actor.ts';
import { callerAddress } from '../../platform/http/caller-address.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { AuditActor } from '../audit/index.ts';
import type { ActingUser } from './acting-user.ts';
import { nameOf, type UserRow } from './user-row.ts';

/** The fields that actors of sessions and tokens share. */
export const toActor = (user: ActingUser, request: FastifyRequest): Omit<UserActor, 'permissions' | 'via'> => ({
  kind: 'user',
  guid: user.user,
  tenant: user.tenant,
  name: nameOf(user),
  email: user.email,
  isAdminTenant: user.isAdminTenant,
  lacksMfa: user.requiresMfa && !user.hasMfa,
  address: callerAddress(request),
});

/** The audit actor of a user who signs in. */
export const toAuditActor = (user: UserRow, address: string): AuditActor => ({
  kind: 'USER',
  guid: user.guid,
  name: nameOf(user),
  address,
});

/** The audit target of a change to an account. */
export const targetOf = (user: UserRow) => ({ kind: 'user', guid: user.guid, name: nameOf(user) });

/** The audit target of what signed-in users do to their own account. */
export const selfTarget = ({ actor }: Ctx<UserActor>) => ({ kind: 'user', guid: actor.guid, name: actor.name });
