/** How reports are taken: over HTTP in queues, and from a broker. */
import { z } from 'zod';
import { ConfigError, Flag, MqttUrl, readPasswordFile } from './setting-types.ts';

const Rate = z.coerce.number().int().min(0).max(10_000_000);
const Burst = z.coerce.number().int().min(1).max(1_000_000_000);

export const ingestShape = {
  PICKET_INGEST_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(5),
  PICKET_INGEST_QUEUE_LIMIT: z.coerce.number().int().min(1).max(100_000).default(8000),
  /** Readings a second that a sentry may send on average, and at once; 0: without a limit. Each server process counts for itself. */
  PICKET_INGEST_SENTRY_RATE: Rate.default(1000),
  PICKET_INGEST_SENTRY_BURST: Burst.default(1_000_000),
  /** The same for all sentries of an organization together. */
  PICKET_INGEST_TENANT_RATE: Rate.default(20_000),
  PICKET_INGEST_TENANT_BURST: Burst.default(20_000_000),
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
  /** Reports that may wait in the ingest queue before further ones are rejected with 503. */
  readonly ingestQueueLimit: number;
  readonly ingestLimits: { readonly sentry: RateLimit; readonly tenant: RateLimit };
  readonly simulatedSentries: boolean;
  readonly mqtt: MqttConfig | null;
}

export interface RateLimit {
  /** Readings a second on average; 0: without a limit. */
  readonly rate: number;
  /** Readings at once. */
  readonly burst: number;
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
  ingestLimits: {
    sentry: { rate: env.PICKET_INGEST_SENTRY_RATE, burst: env.PICKET_INGEST_SENTRY_BURST },
    tenant: { rate: env.PICKET_INGEST_TENANT_RATE, burst: env.PICKET_INGEST_TENANT_BURST },
  },
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
