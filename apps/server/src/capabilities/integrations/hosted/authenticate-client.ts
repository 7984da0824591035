import { timingSafeEqual } from 'node:crypto';
import type { IConnectPacket } from 'mqtt-packet';
import { AppError } from '../../../platform/errors.ts';
import { hashSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { countUnknownClient } from '../../auth/index.ts';
import { mayPublish } from './client-topics.ts';
import { findAccountAllTenants } from './hosted-store.ts';
import type { ConnectRefusal } from './read-connect.ts';

type Account =
  | { readonly refusal: null; readonly guid: string; readonly passwordHash: Buffer }
  /** `guid`: of the integration of this user. */
  | { readonly refusal: ConnectRefusal; readonly guid: string | null };

const MAX_USER = 255;

/**
 * The integration whose user and password a client has. Wrong ones are counted by address, as wrong passwords of people are; beyond the
 * limit the refusal says nothing about them any more. Right ones always pass: devices behind one address must not lock each other out.
 */
export async function authenticateClient(
  platform: Platform,
  { username, password, will }: IConnectPacket,
  address: string,
): Promise<Account> {
  if (username === undefined || password === undefined) return refused(platform, 'NOT_AUTHORIZED', null, address);
  const isName = username.length <= MAX_USER && !username.includes('\0') && username.isWellFormed();
  const account = isName ? await findAccountAllTenants(platform.db.console, username) : null;
  const hash = hashSecret(password.toString());
  if (account === null || !timingSafeEqual(hash, account.passwordHash))
    return refused(platform, 'WRONG_PASSWORD', account?.guid ?? null, address);
  if (will !== undefined && !mayPublish(will.topic)) return { refusal: 'NOT_AUTHORIZED', guid: account.guid };
  return { refusal: null, guid: account.guid, passwordHash: account.passwordHash };
}

async function refused(
  platform: Platform,
  refusal: ConnectRefusal,
  guid: string | null,
  address: string,
): Promise<Account> {
  try {
    await countUnknownClient(platform, address);
    return { refusal, guid };
  } catch (error) {
    if (error instanceof AppError && error.code === 'rateLimited') return { refusal: 'UNAVAILABLE', guid: null };
    throw error;
  }
}
