import type { FastifyRequest } from 'fastify';
import type { Platform, UserActor } from '../../platform/index.ts';
import { authenticateToken } from '../api-tokens/index.ts';
import { authenticateSession } from './sessions/authenticate-session.ts';

/** The user of a request: by API token if it has one, else by session; null if neither is valid. */
export async function authenticateUser(platform: Platform, request: FastifyRequest): Promise<UserActor | null> {
  const byToken = await authenticateToken(platform, request);
  return byToken === undefined ? authenticateSession(platform, request) : byToken;
}
