/**
 * Single sign-on (OpenID Connect, authorization code with PKCE). The identity comes from the provider's signed ID token;
 * permissions are managed in Picket. Signing on never creates an account.
 */
import type { LoginOutcome, ResponseOf } from '@picket/contracts';
import { textProblem } from '@picket/domain';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import type { OidcConfig } from '../../../platform/config.ts';
import { AppError } from '../../../platform/errors.ts';
import { decryptText, encryptText } from '../../../platform/keys/encryption.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  findUsersByEmailAllTenants,
  findUsersByOidcAllTenants,
  type UserRow,
  updateUser,
} from '../../users/user-store.ts';
import { type Browser, clearCookie, readCookie, setCookie } from '../sessions/browser.ts';
import { continueSignIn } from '../sign-in/sign-in.ts';

const ATTEMPT_LIFETIME = 10 * 60_000;
/** Binds the encrypted cookie to its purpose. */
const PURPOSE = 'oidc sign-in';

/** The state of a sign-on until the provider redirects back, in an encrypted cookie of the browser. */
const Attempt = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), until: z.number() });

/** Identifiers are used unchanged or rejected: a corrected one could name another user. */
const ExactText = z.string().refine((text) => textProblem(text, 'line') === null);

const Claims = z.object({
  iss: ExactText,
  sub: ExactText.min(1).max(255),
  email: ExactText.max(254).optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
});

const configurations = new Map<string, Promise<Configuration>>();

/** The discovered configuration of the provider, cached; a failure is not cached. */
function configurationOf({ issuer, clientId, clientSecret }: OidcConfig): Promise<Configuration> {
  const known = configurations.get(issuer);
  if (known) return known;
  const url = new URL(issuer);
  // Plain http is allowed for a provider on the same machine only.
  const isLocal = url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const asked = discovery(
    url,
    clientId,
    clientSecret,
    undefined,
    isLocal ? { execute: [allowInsecureRequests], timeout: 10 } : { timeout: 10 },
  );
  configurations.set(issuer, asked);
  asked.catch(() => configurations.delete(issuer));
  return asked;
}

function settingsOf({ config }: Pick<Platform, 'config'>): { readonly oidc: OidcConfig; readonly redirect: string } {
  if (config.oidc === null || config.publicUrl === null) throw new AppError('notFound');
  return { oidc: config.oidc, redirect: `${config.publicUrl}/sign-in/callback` };
}

const unreachable = (cause: unknown): AppError =>
  new AppError('busy', { message: 'The single sign-on provider cannot be reached', retryAfterSeconds: 10, cause });

export async function startOidc(platform: Platform, browser: Browser): Promise<ResponseOf<'POST /auth/oidc/start'>> {
  const { oidc, redirect } = settingsOf(platform);
  const configuration = await configurationOf(oidc).catch((error: unknown) => {
    throw unreachable(error);
  });
  const verifier = randomPKCECodeVerifier();
  const state = randomState();
  const nonce = randomNonce();
  const until = platform.clock.now() + ATTEMPT_LIFETIME;
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirect,
    scope: 'openid email',
    response_type: 'code',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  const remembered = encryptText(platform.keys, PURPOSE, JSON.stringify({ state, nonce, verifier, until }));
  setCookie(platform, browser, 'oidc', remembered.toString('base64url'), ATTEMPT_LIFETIME);
  return { url: url.href };
}

/** The sign-on this browser started; null if there is none or it expired. */
function readAttempt(platform: Platform, browser: Browser): z.output<typeof Attempt> | null {
  const cookie = readCookie(platform, browser.request, 'oidc');
  const opened = cookie === undefined ? null : decryptText(platform.keys, PURPOSE, Buffer.from(cookie, 'base64url'));
  if (opened === null) return null;
  const attempt = Attempt.parse(JSON.parse(opened));
  return attempt.until > platform.clock.now() ? attempt : null;
}

/** Throws `challengeExpired` if this browser did not start the sign-on, `oidcRefused` if no account matches. */
export async function finishOidc(platform: Platform, query: string, browser: Browser): Promise<LoginOutcome> {
  const { oidc, redirect } = settingsOf(platform);
  const attempt = readAttempt(platform, browser);
  clearCookie(platform, browser, 'oidc');
  if (attempt === null) throw new AppError('challengeExpired');
  const configuration = await configurationOf(oidc).catch((error: unknown) => {
    throw unreachable(error);
  });
  const current = new URL(redirect);
  current.search = query;
  const tokens = await authorizationCodeGrant(configuration, current, {
    pkceCodeVerifier: attempt.verifier,
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    idTokenExpected: true,
  }).catch((error: unknown) => {
    throw new AppError('oidcRefused', {
      message: 'The single sign-on provider did not confirm who you are',
      cause: error,
    });
  });
  const claims = Claims.safeParse(tokens.claims());
  if (!claims.success) throw new AppError('oidcRefused', { cause: claims.error });
  const users = await findOidcUsers(platform, await withEmail(configuration, tokens.access_token, claims.data));
  if (users.length === 0) throw new AppError('oidcRefused');
  return continueSignIn(platform, users, false, browser);
}

type ClaimsOf = z.output<typeof Claims>;

/** Adds the e-mail address from the userinfo endpoint if the ID token does not contain it. */
async function withEmail(configuration: Configuration, accessToken: string, claims: ClaimsOf): Promise<ClaimsOf> {
  if (claims.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  const info = await fetchUserInfo(configuration, accessToken, claims.sub).catch((error: unknown) => {
    throw new AppError('oidcRefused', {
      message: 'The single sign-on provider did not return your e-mail address',
      cause: error,
    });
  });
  const { email, email_verified: isVerified } = Claims.partial().parse(info);
  return { ...claims, email, email_verified: isVerified };
}

/**
 * The accounts of a subject: those linked to it, and those with the verified address, which are linked now.
 */
async function findOidcUsers(platform: Platform, claims: ClaimsOf): Promise<UserRow[]> {
  const { prisma } = platform.db;
  const bound = await findUsersByOidcAllTenants(prisma, claims.iss, claims.sub);
  const { email, email_verified: isVerified } = claims;
  const named =
    email !== undefined && isVerified === true ? await findUsersByEmailAllTenants(prisma, email.toLowerCase()) : [];
  // Accounts that are linked to another subject stay linked to it.
  const unlinked = named.filter(({ oidcSubject }) => oidcSubject === null);
  const linked: UserRow[] = [];
  for (const user of unlinked)
    linked.push(
      await updateUser(prisma, user.guid, {
        oidcIssuer: claims.iss,
        oidcSubject: claims.sub,
        lastUpdateTs: new Date(Math.max(platform.clock.now(), user.lastUpdateTs.getTime() + 1)),
      }),
    );
  return [...bound, ...linked].filter(({ tenant }) => !tenant.suspended);
}
