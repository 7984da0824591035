/** The settings of a broker as they are sent. */
import type { ParsedBody } from '@picket/contracts/endpoints';
import { invalid } from '../../platform/errors.ts';
import type { AllowedHosts } from '../../platform/outbound/outbound-allowlist.ts';
import { brokerAddressProblem, parseBrokerAddress } from '../../platform/outbound/outbound-broker.ts';
import { decodePassword } from '../auth/index.ts';
import type { BrokerSettings } from './integration-settings.ts';

/** Throws a 400 that names the field where it is no address, or one that Picket may not connect to. */
export function readBrokerBody(body: ParsedBody<'POST /integrations/test'>, allowed: AllowedHosts): BrokerSettings {
  checkBrokerAddress(body.address, allowed);
  return {
    address: body.address,
    user: body.user ?? null,
    password: body.password === undefined ? null : decodePassword(body.password, 'password'),
    discoveryPrefix: body.discoveryPrefix,
  };
}

export function checkBrokerAddress(text: string, allowed: AllowedHosts): void {
  const address = parseBrokerAddress(text);
  if (address === null)
    throw invalid('address', 'must be mqtt:// or mqtts://, a host and a port, such as mqtt://broker:1883');
  const problem = brokerAddressProblem(address, allowed);
  if (problem !== null) throw invalid('address', problem);
}
