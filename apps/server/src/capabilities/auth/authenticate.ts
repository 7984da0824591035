/** Authenticates the user of a request, by API token or by session. */
import type { FastifyRequest } from 'fastify';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { authenticateToken } from '../api-tokens/index.ts';
import { authenticateSession } from './sessions/authenticate-session.ts';

/** The user of a request: by API token if it has one, else by session; null if neither is valid. */
export async function authenticateUser(platform: Platform, request: FastifyRequest): Promise<UserActor | null> {
  const byToken = await authenticateToken(platform, request);
  return byToken === undefined ? authenticateSession(platform, request) : byToken;
}
