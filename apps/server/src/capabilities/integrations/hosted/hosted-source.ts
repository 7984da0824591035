/** The broker in Picket: devices connect to it, and what they publish is read as at any other broker. */
import type { HostedSettings } from '@picket/contracts/connected-settings';
import type { ParsedBody } from '@picket/contracts/endpoints';
import { readTopicValues, USUAL_PREFIX } from '../mqtt/mqtt-source.ts';
import type { Source } from '../sources/source-session.ts';

type Body = Extract<ParsedBody<'POST /integrations'>, { readonly kind: 'BROKER' }>;

export const hostedSource = (settings: HostedSettings): Source => ({
  model: 'MQTT broker in Picket',
  shown: { discoveryPrefix: settings.discoveryPrefix, topicValues: JSON.stringify(settings.topicValues) },
  checkAddress: () => {},
  test: null,
  open: null,
});

export const readHostedBody = ({ discoveryPrefix, topicValues }: Pick<Body, 'discoveryPrefix' | 'topicValues'>) => ({
  kind: 'BROKER' as const,
  user: null,
  password: null,
  discoveryPrefix,
  topicValues: readTopicValues(topicValues),
});

export function changeHosted(
  before: HostedSettings | null,
  { discoveryPrefix, topicValues }: ParsedBody<'PATCH /integrations/{guid}'>,
): HostedSettings {
  return {
    kind: 'BROKER',
    user: null,
    password: null,
    discoveryPrefix: discoveryPrefix ?? before?.discoveryPrefix ?? USUAL_PREFIX,
    topicValues: topicValues === undefined ? (before?.topicValues ?? []) : readTopicValues(topicValues),
  };
}
