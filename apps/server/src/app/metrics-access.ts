/** Who may read the metrics: requests from this machine, and those with the metrics token. */
import type { FastifyRequest } from 'fastify';
import { checkMetricsToken } from '../platform/http/metrics-token.ts';

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/iu;
/** Headers that proxies add: standard and vendor-specific ones. */
const PROXIED =
  /forward|^via$|client-?ip|real-ip|connecting-ip|external-address|user-ip|original|^cf-|cdn-loop|^proxy-/iu;

/** From this machine and not through a proxy, as far as that shows; or with the token. */
export function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  const shown = checkMetricsToken(request, token);
  if (shown !== null) return shown;
  const { headers, raw } = request;
  return (
    LOOPBACK.includes(raw.socket.remoteAddress ?? '') &&
    LOCAL_HOST.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => PROXIED.test(name))
  );
}
