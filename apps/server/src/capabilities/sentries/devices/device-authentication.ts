/** Which sentry a device token belongs to, and whether it still does. */
import type { Millis } from '@picket/domain/time';
import type { FastifyRequest } from 'fastify';
import type { Sql } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { SentryActor } from '../../../platform/http/actor.ts';
import { hashSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { TtlCache } from '../../../platform/ttl-cache.ts';
import { type CredentialRow, confirmCredential, lockCredential } from './credential-store.ts';
import { createCredentialLookup } from './gathered-credentials.ts';
import { UsedCredentials } from './used-credentials.ts';

/** Returns the sentry of a token, or null. */
export type FindSentryByToken = (token: string) => Promise<SentryActor | null>;

/** A revoked token is recognized at most this much longer; what it must not change asks `assertTokenValid`. */
const CACHE_TTL_MS = 1000;
/** With one that has expired, those in use are read again that were read so long ago. */
const RENEW_AFTER_MS = 500;

/** Returns the sentry of a token, cached for a second; null if the token is unknown. */
export function createTokenResolver(platform: Platform): FindSentryByToken {
  const cache = new TtlCache<string, CredentialRow | null>(CACHE_TTL_MS, 50_000);
  const findCredential = createCredentialLookup(platform.db.lookups);
  const used = new UsedCredentials(RENEW_AFTER_MS);
  const read = (key: string, hash: Buffer, now: Millis): Promise<CredentialRow | null> => {
    used.onRead(key, hash, now);
    return findCredential(hash);
  };
  const readWithDue = (key: string, hash: Buffer, now: Millis): Promise<CredentialRow | null> => {
    const reading = read(key, hash, now);
    for (const due of used.takeDue(now)) cache.renew(due.key, () => read(due.key, due.hash, now));
    return reading;
  };
  return async (token) => {
    if (token.length > 128) return null;
    const hash = hashSecret(token);
    const now = platform.clock.now();
    const key = hash.toString('latin1');
    used.onUsed(key);
    const row = await cache.get(key, now, () => readWithDue(key, hash, now));
    if (row === null) return null;
    if (!row.proven) {
      await confirmCredential(platform.db.ofTenant(row.tenant).prisma, row.tenant, row.guid, hash, new Date(now));
      cache.delete(key);
    }
    const { proven: _, ...sentry } = row;
    return { kind: 'sentry', ...sentry, credentialHash: hash };
  };
}

/**
 * The same, and null only from a server that could store just now: what reads an old copy of the data knows no new token. A
 * device that is rejected by mistake may stop reporting. `check` throws where nothing can be stored.
 */
export const verifyBeforeRejecting =
  (sentryOf: FindSentryByToken, check: () => Promise<void>): FindSentryByToken =>
  async (token) => {
    const sentry = await sentryOf(token);
    if (sentry === null) await check();
    return sentry;
  };

/** Returns the sentry of a request's bearer token. */
export function createSentryAuthenticator(
  sentryOf: FindSentryByToken,
): (request: FastifyRequest) => Promise<SentryActor | null> {
  return async (request) => {
    const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
    return scheme?.toLowerCase() === 'bearer' && token !== undefined ? sentryOf(token) : null;
  };
}

/** Throws a 401 if the token of this request was revoked meanwhile; until the transaction ends it cannot be. */
export async function assertTokenValid(sql: Sql, { tenant, guid, credentialHash }: SentryActor): Promise<void> {
  if (!(await lockCredential(sql, tenant, guid, credentialHash))) throw new AppError('unauthenticated');
}
