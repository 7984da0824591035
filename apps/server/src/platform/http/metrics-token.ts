import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { hashSecret } from '../keys/ids.ts';

/** Whether a request has the metrics token; null: it has no token, or none is configured. */
export function checkMetricsToken(request: FastifyRequest, token: string | null): boolean | null {
  const [, given] = /^Bearer (.+)$/u.exec(request.headers.authorization ?? '') ?? [];
  if (token === null || given === undefined) return null;
  return timingSafeEqual(hashSecret(given), hashSecret(token));
}
