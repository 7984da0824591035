import type { FastifyRequest } from 'fastify';
import type { Platform, UserActor } from '../../platform/index.ts';
import { userOfToken } from './api-tokens.ts';
import { userOfSession } from './sessions.ts';

/** Who is calling: by API token if the request carries one, else by the browser's session; null when nobody. */
export async function userOf(platform: Platform, request: FastifyRequest): Promise<UserActor | null> {
  const byToken = await userOfToken(platform, request);
  return byToken === undefined ? userOfSession(platform, request) : byToken;
}
