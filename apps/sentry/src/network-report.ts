/**
 * The network report of this client. It runs on a machine whose network is managed elsewhere, so settings from
 * the console are never applied: they are refused, by their revision and with the reason, as a device's firmware would
 * refuse what it cannot do.
 */
import { networkInterfaces } from 'node:os';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { NetworkReportIn } from '@picket/contracts/types';

type Wanted = ResponseOf<'GET /sentry/config'>['network'];

/** The first address that is not this machine's own loop. */
function ownAddress(): { interface: string; address: string } | null {
  for (const [name, addresses] of Object.entries(networkInterfaces()))
    for (const { address, family, internal } of addresses ?? [])
      if (family === 'IPv4' && !internal) return { interface: name, address };
  return null;
}

/** `latencyMs`: of the question that brought the configuration. */
export function networkReport(wanted: Wanted, latencyMs: number): NetworkReportIn {
  const own = ownAddress();
  const seen = { ...(own ?? {}), latencyMs: Math.round(latencyMs) };
  if (wanted === undefined) return { revision: 0, result: 'APPLIED', ...seen };
  return {
    revision: wanted.revision,
    result: 'REFUSED',
    message: 'the network of this machine is managed elsewhere',
    ...seen,
  };
}
