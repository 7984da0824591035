/**
 * Single sign-on (OpenID Connect, authorization code with PKCE). Who somebody is comes from the provider's signed ID token
 * alone; what they may do stays Picket's own: nobody gets an account by signing on.
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
import { AppError, decryptText, encryptText, type OidcConfig, type Platform } from '../../platform/index.ts';
import { type Browser, clearCookie, readCookie, setCookie } from './browser.ts';
import { continueSignIn } from './sign-in.ts';
import { findUsersByEmailAllTenants, findUsersByOidcAllTenants, type UserRow, updateUser } from './user-store.ts';

const ATTEMPT_LIFETIME = 10 * 60_000;
/** Binds what is in the cookie to its purpose. */
const PURPOSE = 'oidc sign-in';

/** What has to be remembered until the provider sends the browser back; travels sealed in a cookie of that browser. */
const Attempt = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), until: z.number() });

/** What names somebody is taken as it is or not at all: mended, it might be somebody else. */
const ExactText = z.string().refine((text) => textProblem(text, 'line') === null);

const Claims = z.object({
  iss: ExactText,
  sub: ExactText.min(1).max(255),
  email: ExactText.max(254).optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
});

const configurations = new Map<string, Promise<Configuration>>();

/** What the provider says of itself, asked once; a failure is asked again. */
function configurationOf({ issuer, clientId, clientSecret }: OidcConfig): Promise<Configuration> {
  const known = configurations.get(issuer);
  if (known) return known;
  const url = new URL(issuer);
  // Only a provider on this very machine may speak plain http.
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

/** What this browser set out with; null when it did not, or too long ago. */
function readAttempt(platform: Platform, browser: Browser): z.output<typeof Attempt> | null {
  const cookie = readCookie(platform, browser.request, 'oidc');
  const opened = cookie === undefined ? null : decryptText(platform.keys, PURPOSE, Buffer.from(cookie, 'base64url'));
  if (opened === null) return null;
  const attempt = Attempt.parse(JSON.parse(opened));
  return attempt.until > platform.clock.now() ? attempt : null;
}

/** Throws `challengeExpired` when this browser did not begin it, `oidcRefused` when nobody here is who the provider says. */
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

/** Providers may keep the address out of the ID token; then the same provider is asked for it, about the same subject. */
async function withEmail(configuration: Configuration, accessToken: string, claims: ClaimsOf): Promise<ClaimsOf> {
  if (claims.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  const info = await fetchUserInfo(configuration, accessToken, claims.sub).catch((error: unknown) => {
    throw new AppError('oidcRefused', {
      message: 'The single sign-on provider did not say your address',
      cause: error,
    });
  });
  const { email, email_verified: isVerified } = Claims.partial().parse(info);
  return { ...claims, email, email_verified: isVerified };
}

/**
 * The accounts of who the provider speaks of: those bound to that subject, and those with the address it has verified,
 * which are bound from then on.
 */
async function findOidcUsers(platform: Platform, claims: ClaimsOf): Promise<UserRow[]> {
  const { prisma } = platform.db;
  const bound = await findUsersByOidcAllTenants(prisma, claims.iss, claims.sub);
  const { email, email_verified: isVerified } = claims;
  const named =
    email !== undefined && isVerified === true ? await findUsersByEmailAllTenants(prisma, email.toLowerCase()) : [];
  // An address that belongs to another subject of the provider's stays that subject's.
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
