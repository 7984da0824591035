import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { isMailConfigured } from '../mail/index.ts';
import { finishOidc } from './oidc/finish-oidc.ts';
import { startOidc } from './oidc/start-oidc.ts';
import { finishSignup, getSignupLink, type RenameTenant } from './one-time-links/finish-signup.ts';
import { requestPasswordReset } from './one-time-links/request-password-reset.ts';
import { getResetLink, resetPassword } from './one-time-links/reset-password.ts';
import { changePassword } from './password/change-password.ts';
import { passwordRules } from './password/password-rules.ts';
import { chooseTenant } from './sign-in/choose-tenant.ts';
import { confirmIdentity } from './sign-in/confirm-identity.ts';
import { logIn } from './sign-in/log-in.ts';
import { signOut } from './sign-in/sign-out.ts';
import { submitSecondFactor } from './sign-in/submit-second-factor.ts';

/** Routes to sign in and out, to sign up, and to change or reset the password. */
export function signInRoutes(add: AddRoute, platform: Platform, renameTenant: RenameTenant): void {
  const { oidc } = platform.config;
  add('GET /auth/methods', () => ({
    password: true as const,
    ...(oidc === null ? {} : { oidc: oidc.name }),
    mail: isMailConfigured(platform),
  }));
  add('POST /auth/login', ({ body, ...browser }) => logIn(platform, body, browser));
  add('POST /auth/login/tenant', ({ body, ...browser }) => chooseTenant(platform, body, browser));
  add('POST /auth/login/mfa', ({ body, ...browser }) => submitSecondFactor(platform, body, browser));
  add('POST /auth/oidc/start', (browser) => startOidc(platform, browser));
  add('POST /auth/oidc/finish', ({ body, ...browser }) => finishOidc(platform, body.query, browser));
  add('POST /auth/logout', (browser) => signOut(platform, browser));
  add('POST /auth/confirm', ({ actor, body, ...browser }) =>
    confirmIdentity(contextOf(platform, actor), body, browser),
  );
  add('GET /auth/change-password', ({ actor }) => passwordRules(contextOf(platform, actor)));
  add('POST /auth/change-password', ({ actor, body, ...browser }) =>
    changePassword(contextOf(platform, actor), body, browser),
  );
  add('POST /auth/forgot-password', ({ body }) => requestPasswordReset(platform, body.email));
  add('GET /auth/reset-password/{token}', ({ params }) => getResetLink(platform, params.token));
  add('POST /auth/reset-password/{token}', ({ params, body, ...browser }) =>
    resetPassword(platform, params.token, body, browser),
  );
  add('GET /auth/finish-signup/{token}', ({ params }) => getSignupLink(platform, params.token));
  add('POST /auth/finish-signup/{token}', ({ params, body, ...browser }) =>
    finishSignup(platform, params.token, body, browser, renameTenant),
  );
}
