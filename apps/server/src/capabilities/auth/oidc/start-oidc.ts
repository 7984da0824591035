import type { ResponseOf } from '@picket/contracts/endpoints';
import { encryptText } from '../../../platform/keys/encryption.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Browser, setCookie } from '../sessions/browser.ts';
import { ATTEMPT_LIFETIME, PURPOSE } from './oidc-attempt.ts';
import { configurationOf, settingsOf, unreachable } from './oidc-configuration.ts';

/** The address of the provider to sign on at; the browser gets a cookie that it needs on return. */
export async function startOidc(platform: Platform, browser: Browser): Promise<ResponseOf<'POST /auth/oidc/start'>> {
  const { oidc, redirect } = settingsOf(platform);
  const configuration = await configurationOf(oidc).catch((error: unknown) => {
    throw unreachable(error);
  });
  const oidcClient = await import('openid-client');
  const verifier = oidcClient.randomPKCECodeVerifier();
  const state = oidcClient.randomState();
  const nonce = oidcClient.randomNonce();
  const until = platform.clock.now() + ATTEMPT_LIFETIME;
  const url = oidcClient.buildAuthorizationUrl(configuration, {
    redirect_uri: redirect,
    scope: 'openid email',
    response_type: 'code',
    code_challenge: await oidcClient.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  const remembered = encryptText(platform.keys, PURPOSE, JSON.stringify({ state, nonce, verifier, until }));
  setCookie(platform, browser, 'oidc', remembered.toString('base64url'), ATTEMPT_LIFETIME);
  return { url: url.href };
}
