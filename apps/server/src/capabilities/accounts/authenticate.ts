import type { FastifyRequest } from 'fastify';
import type { Platform, UserActor } from '../../platform/index.ts';
import { authenticateToken } from './api-tokens.ts';
import { authenticateSession } from './sessions.ts';

/** Who is calling: by API token if the request carries one, else by the browser's session; null when nobody. */
export async function authenticateUser(platform: Platform, request: FastifyRequest): Promise<UserActor | null> {
  const byToken = await authenticateToken(platform, request);
  return byToken === undefined ? authenticateSession(platform, request) : byToken;
}
