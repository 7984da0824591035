/** How long a call may take: a connection that swallows everything ends no request by itself. */
import type { EndpointKey } from './endpoints.ts';

export interface CallLimits {
  readonly usualMs: number;
  readonly longMs: number;
}

export const CALL_LIMITS: CallLimits = { usualMs: 30_000, longMs: 300_000 };

/** They read weeks of history or a whole log, make one, delete an organization, or wait for another service. */
const LONG: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'GET /audit/verify',
  'GET /policies/{guid}/suggestions',
  'GET /views/policy-evidence',
  'POST /alerts/{guid}/export',
  'POST /backups',
  'POST /destinations/{guid}/test',
  'POST /installation/mail/test',
  'POST /integrations/test',
  'POST /locations/{guid}/demo',
  'POST /locations/{guid}/simulated-sentries',
  'POST /locations/{guid}/zones/preview',
  'POST /policies/backtest',
  'POST /policies/preview',
  'POST /policies/simulate',
  'POST /policies/{guid}/backtest',
  'POST /recovery-checks',
  'POST /sentry/telemetry',
  'POST /tenant/mail-test',
  'POST /users/my-profile/destinations/{guid}/test',
  'POST /video-retention/preview',
  'DELETE /locations/{guid}',
  'DELETE /tenants/{guid}',
]);

export const limitOf = (key: EndpointKey, limits: CallLimits): number =>
  LONG.has(key) ? limits.longMs : limits.usualMs;

interface Deadline {
  readonly signal: AbortSignal;
  /** Call it once the response was read. */
  readonly end: () => void;
}

/** A signal that is aborted with `given`, or after `millis`. */
export function startDeadline(millis: number, given: AbortSignal | undefined): Deadline {
  const over = new AbortController();
  const limit = AbortSignal.timeout(millis);
  const expire = (): void => over.abort(limit.reason);
  const pass = (): void => over.abort(given?.reason);
  // Without AbortSignal.any, which browsers of wall displays may lack.
  limit.addEventListener('abort', expire, { once: true });
  if (given?.aborted === true) pass();
  else given?.addEventListener('abort', pass, { once: true });
  return {
    signal: over.signal,
    end: () => {
      limit.removeEventListener('abort', expire);
      given?.removeEventListener('abort', pass);
    },
  };
}
