import { z } from 'zod';
import { DeviceCamera } from './cameras.ts';
import { Scenario } from './demo-state.ts';
import { DeviceNetwork } from './network.ts';
import { Attributes, Guid, InstantOut } from './primitives.ts';
import { NameInput, Text } from './request-texts.ts';

const ReportInterval = z.number().int().min(1).max(86_400);
const SerialNumber = Text(128).min(1);

export const Sentry = z.object({
  guid: Guid,
  location: Guid,
  name: z.string(),
  serialNumber: z.string().optional(),
  model: z.string().optional(),
  softwareVersion: z.string().optional(),
  reportIntervalSeconds: z.number(),
  attributes: z.record(z.string(), z.string()),
  activatedAt: InstantOut.optional(),
  lastReceivedAt: InstantOut.optional(),
  clockSkewed: z.boolean(),
  /** For a sentry that the server simulates: when it is removed unless it is kept longer. */
  simulatedUntil: InstantOut.optional(),
  /** GATEWAY: a broker that reports for adopted devices. ADOPTED: one of these devices. Omitted: a device with a token of its own. */
  kind: z.enum(['GATEWAY', 'ADOPTED']).optional(),
  /** Its device reads sources in a network of its own; left out: it does not. */
  isGateway: z.literal(true).optional(),
  createdAt: InstantOut,
  last_update_ts: InstantOut,
});

export const SentryCreate = z.strictObject({
  name: NameInput,
  serialNumber: SerialNumber.optional(),
  reportIntervalSeconds: ReportInterval.optional(),
  attributes: Attributes.optional(),
});

export const SentryPatch = z.strictObject({
  name: NameInput.optional(),
  serialNumber: SerialNumber.nullable().optional(),
  reportIntervalSeconds: ReportInterval.optional(),
  attributes: Attributes.optional(),
});

export const ActivationCode = z.object({ activationCode: z.string(), expiresAt: InstantOut });

export const SentryCreated = Sentry.extend(ActivationCode.shape);

/** What a device says of itself when it trades its code for a token. */
export const ActivateBody = z.object({
  activationCode: Text(32).min(1),
  model: Text(128).min(1),
  serialNumber: SerialNumber,
  softwareVersion: Text(128).min(1),
  /** Whether it is a gateway: it reads sources in its own network. */
  gateway: z.boolean().optional(),
});

/** The sentry's account at the MQTT broker. The broker may need a few seconds to know it: refused, try again. */
export const MqttAccess = z.object({
  /** mqtts://host:port */
  url: z.string(),
  username: z.string(),
  /** Changes with each activation, not with the token. */
  password: z.string(),
  /** The broker lets the account in under this name alone. */
  clientId: z.string(),
  topics: z.object({
    telemetry: z.string().meta({ description: 'The topic that reports are published to, at quality of service 1.' }),
    response: z.string().meta({ description: 'The topic on which each report is answered: subscribe to it.' }),
  }),
});

export const Activated = z.object({
  sentry: Guid,
  token: z.string(),
  /** Left out where Picket keeps no accounts at a broker. */
  mqtt: MqttAccess.optional(),
  reportIntervalSeconds: z.number(),
  serverTime: InstantOut,
});

export const TokenRotated = z.object({
  token: z.string(),
  /** As at the activation. */
  mqtt: MqttAccess.optional(),
  serverTime: InstantOut,
});

export const SentryConfig = z.object({
  sentry: Guid,
  name: z.string(),
  reportIntervalSeconds: z.number(),
  /** Sensors with an expected interval of their own, in seconds. */
  intervals: z.record(z.string(), z.number()),
  /** The fluid sensors to listen to, and those to pass over. */
  sensors: z.array(z.object({ model: z.string(), serial_number: z.string(), type: z.string(), status: z.string() })),
  zones: z.array(
    z.object({
      zoneId: Guid,
      name: z.string(),
      sensorMetricIdList: z.array(z.string()),
      rows: z.number(),
      columns: z.number(),
    }),
  ),
  /** Absent until settings exist. */
  network: DeviceNetwork.optional(),
  /** For a simulated sentry: the scenario it plays. */
  scenario: Scenario.optional(),
  camera: DeviceCamera,
  /** Policies that want a clip recorded. */
  videoPolicies: z.array(z.object({ guid: Guid, name: z.string() })),
});

export const Activation = z.object({
  sentry: Guid,
  model: z.string(),
  serialNumber: z.string(),
  softwareVersion: z.string(),
  activatedAt: InstantOut,
});

export const Installation = z.object({
  sentry: Guid,
  location: Guid,
  installedAt: InstantOut,
  removedAt: InstantOut.optional(),
});
