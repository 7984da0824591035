import { type AddRoute, contextOf, type Platform } from '../../platform/index.ts';
import { changeProfile, deleteMyAccount, myProfile } from './change-profile.ts';
import { finishSignup, signupOffer } from './finish-signup.ts';
import { profileOf } from './profile.ts';
import { endSession, startSession } from './sessions.ts';
import { signIn } from './sign-in.ts';

export function accountRoutes(add: AddRoute, platform: Platform): void {
  add('POST /auth/login', async ({ body, request, reply }) => {
    const user = await signIn(platform, body);
    await startSession(platform, user, body.staySignedIn ?? false, request, reply);
    return { kind: 'LOGIN_SUCCESS' as const, profile: profileOf(user) };
  });
  add('POST /auth/logout', async ({ request, reply }) => {
    await endSession(platform, request, reply);
    reply.header('clear-site-data', '"cache", "storage"');
  });
  add('GET /auth/finish-signup/{token}', ({ params }) => signupOffer(platform, params.token));
  add('POST /auth/finish-signup/{token}', async ({ params, body, request, reply }) => {
    const user = await finishSignup(platform, { ...body, token: params.token });
    await startSession(platform, user, false, request, reply);
    return { kind: 'LOGIN_SUCCESS' as const, profile: profileOf(user) };
  });
  add('GET /users/my-profile', ({ actor }) => myProfile(contextOf(platform, actor)));
  add('PATCH /users/my-profile', ({ actor, body, check }) => changeProfile(contextOf(platform, actor), body, check));
  add('DELETE /users/my-profile', async ({ actor, request, reply }) => {
    await deleteMyAccount(contextOf(platform, actor));
    await endSession(platform, request, reply);
  });
}
