import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeProfile, deleteMyAccount, getOwnProfile } from '../users/index.ts';
import { addPasskey } from './mfa/add-passkey.ts';
import { beginPasskey } from './mfa/begin-passkey.ts';
import { beginTotp } from './mfa/begin-totp.ts';
import { confirmTotp } from './mfa/confirm-totp.ts';
import { getOwnMfa } from './mfa/own-mfa.ts';
import { removePasskey } from './mfa/remove-passkey.ts';
import { removeTotp } from './mfa/remove-totp.ts';
import { renewRecoveryCodes } from './mfa/renew-recovery-codes.ts';
import { clearBrowserCache } from './sessions/browser.ts';
import { endMyOtherSessions } from './sessions/end-other-sessions.ts';
import { endMySession } from './sessions/end-own-session.ts';
import { endSession } from './sessions/end-session.ts';
import { listUserSessions } from './sessions/list-sessions.ts';
import { offerNewCookie } from './sessions/offer-new-cookie.ts';
import { startWallDisplay } from './sessions/start-display.ts';

/** Routes of the signed-in user's own account. */
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
    clearBrowserCache(browser);
  });
  add('GET /users/my-profile/sessions', ({ actor, query }) =>
    listUserSessions(platform, actor.tenant, actor.guid, actor.via.kind === 'session' ? actor.via.guid : null, query),
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
}
