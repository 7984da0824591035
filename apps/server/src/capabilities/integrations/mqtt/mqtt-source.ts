/** An MQTT broker as a source. */
import type { BrokerSettings } from '@picket/contracts/connected-settings';
import type { ParsedBody } from '@picket/contracts/endpoints';
import { placeRule } from '@picket/devices/chosen-topics';
import { isPlainTopic } from '@picket/devices/topic-filters';
import { unitOf } from '@picket/domain/value-classes';
import { parseBrokerAddress } from '@picket/source-io/broker-address';
import { invalid } from '../../../platform/errors.ts';
import type { AllowedHosts } from '../../../platform/outbound/outbound-allowlist.ts';
import { brokerAddressProblem } from '../../../platform/outbound/outbound-broker.ts';
import { credentialsAfter, readCredentials } from '../credentials.ts';
import type { Source } from '../sources/source-session.ts';
import { BrokerSession } from './mqtt-session.ts';

export const USUAL_PREFIX = 'homeassistant';
const MAX_FORMER_PREFIXES = 5;

type Body = Extract<ParsedBody<'POST /integrations/test'>, { readonly discoveryPrefix: string }>;

export const mqttSource = (settings: BrokerSettings): Source => ({
  model: 'MQTT broker',
  shown: {
    address: settings.address,
    discoveryPrefix: settings.discoveryPrefix,
    topicValues: JSON.stringify(settings.topicValues),
    exportsSentries: String(settings.exportsSentries),
  },
  checkAddress: (allowed) => checkAddress(settings.address, allowed),
  test: async (network) => (await import('@picket/source-io/mqtt/check-broker')).checkBroker(settings, network),
  open: async (platform, seen, network) => {
    const { openBrokerClient } = await import('@picket/source-io/mqtt/broker-client');
    return new BrokerSession(platform, seen, settings, network, openBrokerClient);
  },
});

/** Throws a 400 that names the field where it is no address, or one that Picket may not connect to. */
function checkAddress(text: string, allowed: AllowedHosts): void {
  const address = parseBrokerAddress(text);
  if (address === null)
    throw invalid('address', 'must be mqtt:// or mqtts://, a host and a port, such as mqtt://broker:1883');
  const problem = brokerAddressProblem(address, allowed);
  if (problem !== null) throw invalid('address', problem);
}

export const readMqttBody = (body: Body): BrokerSettings => ({
  kind: 'MQTT',
  address: body.address,
  ...readCredentials(body),
  discoveryPrefix: body.discoveryPrefix,
  topicValues: readTopicValues(body.topicValues),
  formerPrefixes: [],
  exportsSentries: body.exportsSentries,
});

/** Throws a 400 that names the field of a topic that other programs do not publish to, or of a place that is none. */
export function readTopicValues(values: Body['topicValues']): BrokerSettings['topicValues'] {
  for (const [index, { topic, path }] of values.entries()) {
    if (!isPlainTopic(topic))
      throw invalid(`topicValues.${index}.topic`, 'must be the topic of one device, without + and #');
    if (placeRule(path) === null)
      throw invalid(`topicValues.${index}.path`, 'must be a place in the message, such as sensors[0].temperature');
  }
  return values.map((value) => ({ ...value, unit: unitOf(value.class, value.unit) }));
}

/** Throws a 400 where settings that cannot be read are not sent in full. */
export function changeMqtt(
  before: BrokerSettings | null,
  patch: ParsedBody<'PATCH /integrations/{guid}'>,
): BrokerSettings {
  const address = patch.address ?? before?.address;
  if (address === undefined) throw invalid('address', 'has to be entered again: what was stored cannot be read');
  const discoveryPrefix = patch.discoveryPrefix ?? before?.discoveryPrefix ?? USUAL_PREFIX;
  return {
    kind: 'MQTT',
    address,
    ...credentialsAfter(before, patch, address !== before?.address),
    discoveryPrefix,
    formerPrefixes: before?.address === address ? formerPrefixes(before, discoveryPrefix) : [],
    exportsSentries: patch.exportsSentries ?? before?.exportsSentries ?? false,
    topicValues: patch.topicValues === undefined ? (before?.topicValues ?? []) : readTopicValues(patch.topicValues),
  };
}

const formerPrefixes = (before: BrokerSettings, now: string): string[] =>
  [...new Set([before.discoveryPrefix, ...before.formerPrefixes])]
    .filter((prefix) => prefix !== now)
    .slice(0, MAX_FORMER_PREFIXES);
