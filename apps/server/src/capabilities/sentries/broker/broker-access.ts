/**
 * Names and passwords at the MQTT broker, all derived from one key: nothing of them is stored, and a broker that lost its
 * accounts gets the same ones again.
 */
import { createHmac } from 'node:crypto';
import { responseTopic, telemetryTopic } from '@picket/contracts/telemetry';
import type { MqttAccessOut } from '@picket/contracts/types';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Platform } from '../../../platform/platform.ts';

const deriveSecret = ({ mqtt }: Pick<Keys, 'mqtt'>, ...purpose: readonly string[]): string =>
  createHmac('sha256', mqtt).update(purpose.join('\n')).digest('base64url');

/**
 * Picket's client id at the broker. The broker queues messages for it while Picket is disconnected and delivers them to any
 * client that connects with it: it must be stable across restarts, and secret.
 */
export const picketClientId = (keys: Pick<Keys, 'mqtt'>): string =>
  `picket-${deriveSecret(keys, 'client id').slice(0, 22)}`;

/** Topic name of Picket's self-test message; it does not reveal the client id. */
export const picketEchoTopicName = (keys: Pick<Keys, 'mqtt'>): string =>
  `picket-${deriveSecret(keys, 'echo').slice(0, 22)}`;

/** The password of a sentry's account; `activation`: the guid of its latest one. */
export const deriveBrokerPassword = (keys: Pick<Keys, 'mqtt'>, sentry: string, activation: string): string =>
  deriveSecret(keys, 'account', sentry, activation);

/** A sentry's account at the broker; an empty object if Picket manages no accounts. */
export function toMqttAccess(
  { config, keys }: Pick<Platform, 'config' | 'keys'>,
  sentry: string,
  activation: string,
): { readonly mqtt?: MqttAccessOut } {
  const managed = config.mqtt?.managed ?? null;
  if (managed === null) return {};
  return {
    mqtt: {
      url: managed.deviceUrl,
      username: sentry,
      password: deriveBrokerPassword(keys, sentry, activation),
      clientId: sentry,
      topics: { telemetry: telemetryTopic(sentry), response: responseTopic(sentry) },
    },
  };
}
