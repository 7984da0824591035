/** Throttles the endpoints whose rows say so, by source address, before any hashing starts. Each process counts for itself. */
import type { Endpoint, Throttle } from '@picket/contracts/endpoint';
import { ENDPOINT_KEYS, ENDPOINT_TABLE } from '@picket/contracts/endpoints';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/config/config.ts';

const WINDOW_MS = 60_000;

/** How many times the limit of signing in: an activation code, or the token of a webhook, is far harder to guess than a password. */
const TIMES_SIGN_IN: Readonly<Record<Throttle, number>> = { 'sign-in': 1, activation: 20, hook: 100 };

/** Endpoints are counted one by one. */
export function throttleRequests(
  api: FastifyInstance,
  { signInRateLimit, workers }: Pick<Config, 'signInRateLimit' | 'workers'>,
): void {
  const signInLimit = Math.max(1, Math.ceil(signInRateLimit / workers));
  const limiters = new Map(
    ENDPOINT_KEYS.map((key) => ENDPOINT_TABLE[key]).flatMap((endpoint: Endpoint) =>
      endpoint.throttle === undefined
        ? []
        : [
            [
              endpoint,
              api.rateLimit({ max: signInLimit * TIMES_SIGN_IN[endpoint.throttle], timeWindow: WINDOW_MS }),
            ] as const,
          ],
    ),
  );
  api.addHook('onRequest', async function (request, reply) {
    const { endpoint } = request.routeOptions.config;
    if (endpoint !== undefined) await limiters.get(endpoint)?.call(this, request, reply);
  });
}
