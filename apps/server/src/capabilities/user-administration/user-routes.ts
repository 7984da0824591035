import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { listUserSessions } from '../auth/index.ts';
import { requireTenantUser } from '../users/index.ts';
import { changeUser } from './change-user.ts';
import { inviteUser } from './invite-user.ts';
import { getUser, listUsers } from './list-users.ts';
import { makeResetLink } from './make-reset-link.ts';
import { removeUser } from './remove-user.ts';
import { removeMfaOf } from './remove-user-mfa.ts';
import { renewInvitation } from './renew-invitation.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { signUserOut } from './sign-user-out.ts';

/** Routes for administrators to manage users. */
export function userRoutes(add: AddRoute, platform: Platform): void {
  add('GET /users', ({ actor, query }) => listUsers(contextOf(platform, actor), query));
  add('POST /users', ({ actor, body }) => inviteUser(contextOf(platform, actor), body));
  add('GET /users/{guid}', async ({ actor, params, check }) => {
    const user = await getUser(contextOf(platform, actor), params.guid);
    check(user);
    return user;
  });
  add('PATCH /users/{guid}', ({ actor, params, body, check }) =>
    changeUser(contextOf(platform, actor), params.guid, body, check),
  );
  add('DELETE /users/{guid}', ({ actor, params, check }) => removeUser(contextOf(platform, actor), params.guid, check));
  add('POST /users/{guid}/invite', ({ actor, params }) => renewInvitation(contextOf(platform, actor), params.guid));
  add('DELETE /users/{guid}/invite', ({ actor, params }) => revokeInvitation(contextOf(platform, actor), params.guid));
  add('POST /users/{guid}/reset-link', ({ actor, params }) => makeResetLink(contextOf(platform, actor), params.guid));
  add('GET /users/{guid}/sessions', async ({ actor, params, query }) => {
    const { guid } = await requireTenantUser(contextOf(platform, actor), params.guid);
    return listUserSessions(platform, actor.tenant, guid, actor.via.kind === 'session' ? actor.via.guid : null, query);
  });
  add('DELETE /users/{guid}/sessions', ({ actor, params }) => signUserOut(contextOf(platform, actor), params.guid));
  add('DELETE /users/{guid}/mfa', ({ actor, params }) => removeMfaOf(contextOf(platform, actor), params.guid));
}
