import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { createToken, listTokens, revokeToken } from '../api-tokens/api-tokens.ts';
import { inviteUser, makeResetLink, renewInvitation, revokeInvitation } from '../user-administration/invite-users.ts';
import {
  changeUser,
  getUser,
  listUsers,
  removeMfaOf,
  removeUser,
  requireTenantUser,
  signUserOut,
} from '../user-administration/manage-users.ts';
import { changeProfile, deleteMyAccount, getOwnProfile } from '../users/change-profile.ts';
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  getOwnMfa,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from './mfa/enroll-mfa.ts';
import { endMyOtherSessions, endMySession } from './sessions/end-sessions.ts';
import { endSession, listUserSessions, offerNewCookie, startWallDisplay } from './sessions/sessions.ts';

/** Routes of the signed-in user's account. */
export function profileRoutes(add: AddRoute, platform: Platform): void {
  add('GET /users/my-profile', async ({ actor, ...browser }) => {
    const profile = await getOwnProfile(contextOf(platform, actor));
    if (actor.via.kind === 'session' && actor.via.renew) await offerNewCookie(platform, actor.via, browser);
    return profile;
  });
  add('PATCH /users/my-profile', ({ actor, body, check }) => changeProfile(contextOf(platform, actor), body, check));
  add('DELETE /users/my-profile', async ({ actor, ...browser }) => {
    await deleteMyAccount(contextOf(platform, actor));
    await endSession(platform, browser);
    browser.reply.header('clear-site-data', '"cache", "storage"');
  });
  add('GET /users/my-profile/sessions', ({ actor, query }) =>
    listUserSessions(platform, actor.guid, actor.via.kind === 'session' ? actor.via.guid : null, query),
  );
  add('POST /users/my-profile/display', ({ actor, body, ...browser }) =>
    startWallDisplay(contextOf(platform, actor), body.locations, browser),
  );
  add('DELETE /users/my-profile/sessions', ({ actor }) => endMyOtherSessions(contextOf(platform, actor)));
  add('DELETE /users/my-profile/sessions/{guid}', ({ actor, params }) =>
    endMySession(contextOf(platform, actor), params.guid),
  );
  add('GET /users/my-profile/mfa', ({ actor, ...browser }) => getOwnMfa(contextOf(platform, actor), browser));
  add('POST /users/my-profile/mfa/totp', ({ actor }) => beginTotp(contextOf(platform, actor)));
  add('POST /users/my-profile/mfa/totp/confirm', ({ actor, body, ...browser }) =>
    confirmTotp(contextOf(platform, actor), body.code, browser),
  );
  add('DELETE /users/my-profile/mfa/totp', ({ actor }) => removeTotp(contextOf(platform, actor)));
  add('POST /users/my-profile/mfa/passkeys/options', ({ actor, ...browser }) =>
    beginPasskey(contextOf(platform, actor), browser),
  );
  add('POST /users/my-profile/mfa/passkeys', ({ actor, body, ...browser }) =>
    addPasskey(contextOf(platform, actor), body, browser),
  );
  add('DELETE /users/my-profile/mfa/passkeys/{guid}', ({ actor, params }) =>
    removePasskey(contextOf(platform, actor), params.guid),
  );
  add('POST /users/my-profile/mfa/recovery-codes', ({ actor }) => renewRecoveryCodes(contextOf(platform, actor)));
  add('GET /api-tokens', ({ actor, query }) => listTokens(contextOf(platform, actor), query));
  add('POST /api-tokens', ({ actor, body }) => createToken(contextOf(platform, actor), body));
  add('DELETE /api-tokens/{guid}', ({ actor, params }) => revokeToken(contextOf(platform, actor), params.guid));
}

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
    return listUserSessions(platform, guid, actor.via.kind === 'session' ? actor.via.guid : null, query);
  });
  add('DELETE /users/{guid}/sessions', ({ actor, params }) => signUserOut(contextOf(platform, actor), params.guid));
  add('DELETE /users/{guid}/mfa', ({ actor, params }) => removeMfaOf(contextOf(platform, actor), params.guid));
}
