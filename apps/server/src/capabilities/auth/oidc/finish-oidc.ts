/**
 * Single sign-on (OpenID Connect, authorization code with PKCE). The identity comes from the signed ID token of the provider;
 * permissions are managed in Picket. Signing on never creates an account.
 */
import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import { textProblem } from '@picket/domain/text';
import type { Configuration } from 'openid-client';
import { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findUsersByEmailAllTenants, findUsersByOidcAllTenants, type UserRow, updateUser } from '../../users/index.ts';
import { INVITES, revokeLinks } from '../links/link-store.ts';
import { type Browser, clearCookie } from '../sessions/browser.ts';
import { continueSignIn } from '../sign-in/continue-sign-in.ts';
import { readAttempt } from './oidc-attempt.ts';
import { configurationOf, settingsOf, unreachable } from './oidc-configuration.ts';

/** Identifiers are used unchanged or rejected: a corrected one could name another user. */
const ExactText = z.string().refine((text) => textProblem(text, 'line') === null);

const Claims = z.object({
  iss: ExactText,
  sub: ExactText.min(1).max(255),
  email: ExactText.max(254).optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
});

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
  const { authorizationCodeGrant } = await import('openid-client');
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
  const { fetchUserInfo } = await import('openid-client');
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
 * The accounts of a subject: those linked to it, and those with the verified address, which are linked now: their
 * invitations end.
 */
async function findOidcUsers(platform: Platform, claims: ClaimsOf): Promise<UserRow[]> {
  const { prisma } = platform.db;
  const bound = await findUsersByOidcAllTenants(prisma, claims.iss, claims.sub);
  const { email, email_verified: isVerified } = claims;
  const named =
    email !== undefined && isVerified === true ? await findUsersByEmailAllTenants(prisma, email.toLowerCase()) : [];
  // Accounts that are linked to another subject stay linked to it. A subject has one account in an organization: where its address was
  // changed at the provider, another account with the new one is not its own.
  const boundTenants = new Set(bound.map(({ tenantGuid }) => tenantGuid));
  const unlinked = named.filter(({ oidcSubject, tenantGuid }) => oidcSubject === null && !boundTenants.has(tenantGuid));
  const linked: UserRow[] = [];
  for (const user of unlinked)
    linked.push(
      await platform.db.inTx(async (tx) => {
        // First, which locks the user: a sign-up with an invitation waits, and is refused.
        const changed = await updateUser(tx.prisma, user.tenantGuid, user.guid, {
          oidcIssuer: claims.iss,
          oidcSubject: claims.sub,
          lastUpdateTs: new Date(Math.max(platform.clock.now(), user.lastUpdateTs.getTime() + 1)),
        });
        await revokeLinks(tx.prisma, user.tenantGuid, user.guid, INVITES);
        return changed;
      }),
    );
  return [...bound, ...linked].filter(({ tenant }) => !tenant.suspended);
}
