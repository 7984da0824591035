/** How reports are taken: over HTTP in queues, and from a broker. */
import { z } from 'zod';
import { ConfigError, Flag, MqttUrl, readPasswordFile } from './setting-types.ts';

export const ingestShape = {
  PICKET_INGEST_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(4),
  PICKET_INGEST_QUEUE_LIMIT: z.coerce.number().int().min(1).max(100_000).default(2000),
  /** Whether people may add sentries that the server simulates; turned off, those that are there are removed. */
  PICKET_SIMULATED_SENTRIES: Flag.default(true),
  /** mqtt:// or mqtts://user@host: a broker that sentries send their reports to; without it they come over HTTP only. */
  PICKET_MQTT_URL: MqttUrl('must be an mqtt:// or mqtts:// address').optional(),
  /** A file with the password of that address, so that it stands in no setting. */
  PICKET_MQTT_PASSWORD_FILE: z.string().min(1).optional(),
  /** Picket manages an account for each sentry at that broker, over mosquitto's dynamic security. */
  PICKET_MQTT_MANAGED: Flag.default(false),
  /** Where sentries reach a managed broker, such as mqtts://picket.example.org:8883. */
  PICKET_MQTT_DEVICE_URL: MqttUrl('must be an mqtts:// or mqtt:// address').optional(),
};
const IngestSettings = z.object(ingestShape);

export interface IngestConfig {
  readonly ingestConcurrency: number;
  /** Reports that may wait in one ingest queue before further ones are rejected with 503. */
  readonly ingestQueueLimit: number;
  readonly simulatedSentries: boolean;
  readonly mqtt: MqttConfig | null;
}

export interface MqttConfig {
  readonly url: string;
  /** null: the address holds it, or none is needed. */
  readonly password: string | null;
  /** For a broker whose accounts Picket manages; null: the operator manages them. */
  readonly managed: { readonly deviceUrl: string } | null;
}

export const ingestConfig = (env: z.output<typeof IngestSettings>): IngestConfig => ({
  ingestConcurrency: env.PICKET_INGEST_CONCURRENCY,
  ingestQueueLimit: env.PICKET_INGEST_QUEUE_LIMIT,
  simulatedSentries: env.PICKET_SIMULATED_SENTRIES,
  mqtt: mqttConfig(env),
});

function mqttConfig(env: z.output<typeof IngestSettings>): MqttConfig | null {
  const { PICKET_MQTT_URL: url, PICKET_MQTT_PASSWORD_FILE: file, PICKET_MQTT_DEVICE_URL: deviceUrl } = env;
  if (env.PICKET_MQTT_MANAGED && (url === undefined || deviceUrl === undefined))
    throw new ConfigError('PICKET_MQTT_MANAGED needs PICKET_MQTT_URL and PICKET_MQTT_DEVICE_URL');
  if (url === undefined) return null;
  return {
    url,
    password: file === undefined ? null : readPasswordFile('PICKET_MQTT_PASSWORD_FILE', file),
    managed: env.PICKET_MQTT_MANAGED && deviceUrl !== undefined ? { deviceUrl } : null,
  };
}
