/** How this server reaches the sources of an organization: guarded, as every address that somebody entered. */
import type { SourceNetwork } from '@picket/source-io/source-network';
import type { AllowedHosts } from './outbound-allowlist.ts';
import { connectToBroker } from './outbound-broker.ts';
import { readPage } from './outbound-page.ts';
import { connectDatagrams, connectUnencrypted } from './outbound-plain.ts';

export const guardedNetwork = (allowed: AllowedHosts): SourceNetwork => ({
  connect: (address) => connectUnencrypted(address, allowed),
  connectDatagrams: (address) => connectDatagrams(address, allowed),
  connectBroker: (address) => connectToBroker(address, allowed),
  readPage: (request, limits) => readPage(request, limits, allowed),
});
