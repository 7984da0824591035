/** An MQTT broker as a source. */
import type { ParsedBody } from '@picket/contracts/endpoints';
import { invalid } from '../../../platform/errors.ts';
import type { AllowedHosts } from '../../../platform/outbound/outbound-allowlist.ts';
import { brokerAddressProblem, parseBrokerAddress } from '../../../platform/outbound/outbound-broker.ts';
import { credentialsAfter, readCredentials } from '../credentials.ts';
import type { BrokerSettings } from '../integration-settings.ts';
import type { Source } from '../sources/source-session.ts';
import { checkBroker } from './check-broker.ts';
import { BrokerSession } from './mqtt-session.ts';

const USUAL_PREFIX = 'homeassistant';

export const mqttSource = (settings: BrokerSettings): Source => ({
  model: 'MQTT broker',
  shown: { address: settings.address, discoveryPrefix: settings.discoveryPrefix },
  checkAddress: (allowed) => checkAddress(settings.address, allowed),
  test: (allowed) => checkBroker(settings, allowed),
  open: (platform, seen, allowed) => new BrokerSession(platform, seen, settings, allowed),
});

/** Throws a 400 that names the field where it is no address, or one that Picket may not connect to. */
function checkAddress(text: string, allowed: AllowedHosts): void {
  const address = parseBrokerAddress(text);
  if (address === null)
    throw invalid('address', 'must be mqtt:// or mqtts://, a host and a port, such as mqtt://broker:1883');
  const problem = brokerAddressProblem(address, allowed);
  if (problem !== null) throw invalid('address', problem);
}

export const readMqttBody = (
  body: Extract<ParsedBody<'POST /integrations/test'>, { readonly discoveryPrefix: string }>,
): BrokerSettings => ({
  kind: 'MQTT',
  address: body.address,
  ...readCredentials(body),
  discoveryPrefix: body.discoveryPrefix,
});

/** Throws a 400 where settings that cannot be read are not sent in full. */
export function changeMqtt(
  before: BrokerSettings | null,
  patch: ParsedBody<'PATCH /integrations/{guid}'>,
): BrokerSettings {
  const address = patch.address ?? before?.address;
  if (address === undefined) throw invalid('address', 'has to be entered again: what was stored cannot be read');
  return {
    kind: 'MQTT',
    address,
    ...credentialsAfter(before, patch, address !== before?.address),
    discoveryPrefix: patch.discoveryPrefix ?? before?.discoveryPrefix ?? USUAL_PREFIX,
  };
}
