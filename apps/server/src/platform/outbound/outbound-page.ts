/** A page at an address that an administrator entered, guarded as every request is (outbound.ts): the checked address is the one connected to. */
import { type MetricsPage, type PageLimits, type PageRequest, readMetricsPageAt } from '@picket/source-io/metrics-page';
import { addressProblem, guardedLookup, OutboundRefused, resolveRoute } from './outbound.ts';
import type { AllowedHosts } from './outbound-allowlist.ts';

/** Throws OutboundRefused where the address is not allowed, PageTooLarge, and else the error of the network. */
export async function readPage(request: PageRequest, limits: PageLimits, allowed: AllowedHosts): Promise<MetricsPage> {
  const problem = addressProblem(request.url, allowed);
  if (problem !== null) throw new OutboundRefused(`the address ${problem}`);
  return readMetricsPageAt(request, limits, guardedLookup(resolveRoute(new URL(request.url), allowed).allowedScopes));
}
