/** Device credentials: an activation code for a token, the token for everything, two-phase rotation. */
import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { hashSecret, newGuid, newSecret, normalizeCode } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { TtlCache } from '../../../platform/ttl-cache.ts';
import { toMqttAccess } from '../broker/broker-access.ts';
import type { OnSentryChanged } from '../sentry-ports.ts';
import { findSentryAllTenants } from '../sentry-store.ts';
import { insertActivation, latestActivation, redeemCode } from './activation-store.ts';
import {
  type CredentialRow,
  confirmCredential,
  deleteCredentials,
  deleteUnusedCredentials,
  findCredential,
  insertCredential,
} from './credential-store.ts';

/** A revoked token works at most this much longer. */
const CACHE_TTL_MS = 1000;

/** Trades an activation code for a device token. A device that was active before is replaced at that moment. */
export async function activateDevice(
  platform: Platform,
  input: BodyOf<'POST /sentry/activate'>,
  changed: OnSentryChanged,
): Promise<ResponseOf<'POST /sentry/activate'>> {
  const { activationCode, ...device } = input;
  const token = newSecret();
  const now = platform.clock.now();
  const at = new Date(now);
  const activation = newGuid();
  const sentry = await platform.db.inTx(async (tx) => {
    const guid = await redeemCode(tx.prisma, hashSecret(normalizeCode(activationCode)), at);
    const found = guid === null ? null : await findSentryAllTenants(tx.prisma, guid);
    if (found === null)
      throw new AppError('unprocessable', {
        message: 'This activation code is unknown, used or expired',
        errors: [{ name: 'activationCode', message: 'unknown, used or expired' }],
      });
    await deleteCredentials(tx.prisma, found.guid);
    await insertCredential(tx.prisma, found.guid, hashSecret(token), at);
    await insertActivation(tx.prisma, found.guid, { guid: activation, ...device, at });
    const { tenantGuid: tenant, locationGuid: location } = found;
    await changed(tx, { tenant, location, sentry: found.guid, change: 'ACTIVATED' });
    return found;
  });
  platform.pubSub.notify();
  platform.pubSub.publish('sentries', '');
  return {
    sentry: sentry.guid,
    token,
    ...toMqttAccess(platform, sentry.guid, activation),
    reportIntervalSeconds: sentry.reportIntervalSeconds,
    serverTime: formatInstant(now),
  };
}

/** A second token. The first works until this one is first used, so a lost response does not lock a device out. */
export async function rotateToken(ctx: Ctx<SentryActor>): Promise<ResponseOf<'POST /sentry/token'>> {
  const token = newSecret();
  const now = ctx.clock.now();
  const activation = await ctx.db.inTx(async ({ prisma }) => {
    await deleteUnusedCredentials(prisma, ctx.actor.guid);
    await insertCredential(prisma, ctx.actor.guid, hashSecret(token), new Date(now));
    return latestActivation(prisma, ctx.actor.guid);
  });
  // The broker knows one password of a sentry, not two: it stays, so that a lost response does not lock a device out.
  const mqtt = activation === null ? {} : toMqttAccess(ctx, ctx.actor.guid, activation);
  return { token, ...mqtt, serverTime: formatInstant(now) };
}

/** Returns the sentry of a token, cached for a second; null if the token is unknown. */
export function createTokenResolver(platform: Platform): (token: string) => Promise<SentryActor | null> {
  const cache = new TtlCache<string, CredentialRow | null>(CACHE_TTL_MS, 50_000);
  return async (token) => {
    if (token.length > 128) return null;
    const hash = hashSecret(token);
    const now = platform.clock.now();
    const key = hash.toString('latin1');
    const row = await cache.get(key, now, () => findCredential(platform.db.console, hash));
    if (row === null) return null;
    if (!row.proven) {
      await confirmCredential(platform.db.prisma, row.guid, hash, new Date(now));
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
  (
    sentryOf: (token: string) => Promise<SentryActor | null>,
    check: () => Promise<void>,
  ): ((token: string) => Promise<SentryActor | null>) =>
  async (token) => {
    const sentry = await sentryOf(token);
    if (sentry === null) await check();
    return sentry;
  };

/** Returns the sentry of a request's bearer token. */
export function createSentryAuthenticator(
  sentryOf: (token: string) => Promise<SentryActor | null>,
): (request: FastifyRequest) => Promise<SentryActor | null> {
  return async (request) => {
    const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
    return scheme?.toLowerCase() === 'bearer' && token !== undefined ? sentryOf(token) : null;
  };
}
