/** Sources of readings other than Picket's own devices, and the devices that they announce. */
import { z } from 'zod';
import { LEFT_OUT_REASONS } from './left-out-reasons.ts';
import { Guid, InstantOut, PasswordInput } from './primitives.ts';
import { RegisterValueOut, RegisterValues, UnitId } from './register-requests.ts';
import { NameInput, Text } from './request-texts.ts';
import {
  AuthProtocol,
  HostedSettings,
  ModbusSettings,
  MqttSettings,
  NutSettings,
  PollSeconds,
  Port,
  Prefix,
  PrivacyProtocol,
  PrometheusSettings,
  SecurityLevel,
  SnmpSettings,
  SnmpVersion,
} from './source-settings.ts';
import { TopicValueOut, TopicValues } from './topic-requests.ts';
import { DeviceName, MetricValueOut, MetricValues, TestedValue } from './value-requests.ts';

/** What keeps a source from being connected; a fixed list, so that nothing of a private network is repeated. */
export const INTEGRATION_PROBLEMS = [
  'ADDRESS_REFUSED',
  'UNREACHABLE',
  'CONNECTION_REFUSED',
  'NOT_AUTHORIZED',
  'NOT_MQTT_5',
  'NOT_NUT',
  'NO_ANSWER',
  'NOT_SNMP',
  'NO_PROFILE',
  'NOT_MODBUS',
  'NO_UNIT',
  'ANSWER_TOO_LARGE',
  'NOT_PROMETHEUS',
  'METRICS_BROKEN',
  'METRICS_TOO_LARGE',
  'REDIRECTED',
  'REQUEST_REFUSED',
  'SUBSCRIPTION_REFUSED',
  'PUBLICATION_REFUSED',
  'SETTINGS_UNREADABLE',
  'GATEWAY_OFFLINE',
  'GATEWAY_REMOVED',
  'GATEWAY_SILENT',
  'NOT_LISTENING',
] as const;
export type IntegrationProblem = (typeof INTEGRATION_PROBLEMS)[number];

/** What is spoken with a broker. */
export const BROKER_PROTOCOLS = ['MQTT_5', 'MQTT_3_1_1'] as const;
export type BrokerProtocol = (typeof BROKER_PROTOCOLS)[number];

/** Why a client of the broker in Picket was refused, or disconnected. */
export const CLIENT_REFUSALS = ['WRONG_PASSWORD', 'MQTT_5', 'CLIENT_LIMIT', 'TOPIC_REFUSED'] as const;
export type ClientRefusal = (typeof CLIENT_REFUSALS)[number];

const UNKNOWN_KIND_MESSAGE = 'must be MQTT, BROKER, NUT, SNMP, MODBUS, PROMETHEUS or WEBHOOK';
const UNKNOWN_CONNECTION_MESSAGE = 'must be MQTT, NUT, SNMP, MODBUS or PROMETHEUS';

/** Left out: a broker, as before there were others. */
const MqttKind = z.literal('MQTT').optional();
const NutKind = z.literal('NUT');
const SnmpKind = z.literal('SNMP');
const ModbusKind = z.literal('MODBUS');
const PrometheusKind = z.literal('PROMETHEUS');
const WebhookKind = z.literal('WEBHOOK');
const BrokerKind = z.literal('BROKER');

/** The sentry whose device reads it, a gateway; left out: this server does. */
const Reader = { readBy: Guid.optional() };

/** The settings of a connection, by the kind of the source. A webhook and the broker in Picket have none: devices come to them. */
export const SourceBody = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: MqttKind, ...Reader, ...MqttSettings }),
    z.strictObject({ kind: NutKind, ...Reader, ...NutSettings }),
    z.strictObject({ kind: SnmpKind, ...Reader, ...SnmpSettings }),
    z.strictObject({ kind: ModbusKind, ...Reader, ...ModbusSettings }),
    z.strictObject({ kind: PrometheusKind, ...Reader, ...PrometheusSettings }),
  ],
  UNKNOWN_CONNECTION_MESSAGE,
);

/** `location`: where the source stands; its contact is watched there. */
const Placed = { name: NameInput, location: Guid };
const Read = { ...Placed, ...Reader };

export const IntegrationBody = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: MqttKind, ...Read, ...MqttSettings }),
    z.strictObject({ kind: NutKind, ...Read, ...NutSettings }),
    z.strictObject({ kind: SnmpKind, ...Read, ...SnmpSettings }),
    z.strictObject({ kind: ModbusKind, ...Read, ...ModbusSettings }),
    z.strictObject({ kind: PrometheusKind, ...Read, ...PrometheusSettings }),
    z.strictObject({ kind: WebhookKind, ...Placed }),
    z.strictObject({ kind: BrokerKind, ...Placed, ...HostedSettings }),
  ],
  UNKNOWN_KIND_MESSAGE,
);

/** What is left out stays as it is; null removes the user or the password. Another host needs the password again. */
export const IntegrationPatch = z.strictObject({
  name: NameInput.optional(),
  /** The gateway that reads it; null: this server does. */
  readBy: Guid.nullable().optional(),
  user: Text(255).min(1).nullable().optional(),
  password: PasswordInput.nullable().optional(),
  /** Of a broker or an exporter. */
  address: MqttSettings.address.optional(),
  /** Of a broker, also of the one in Picket. */
  discoveryPrefix: Prefix.optional(),
  /** Of a broker, also of the one in Picket: all of them, in place of those before. */
  topicValues: TopicValues.optional(),
  exportsSentries: z.boolean().optional(),
  /** Of a source that is polled. */
  host: NutSettings.host.optional(),
  port: Port.optional(),
  pollSeconds: PollSeconds.optional(),
  /** Of a device that is asked over SNMP. */
  version: SnmpVersion.optional(),
  community: PasswordInput.optional(),
  securityLevel: SecurityLevel.optional(),
  authProtocol: AuthProtocol.optional(),
  privacyProtocol: PrivacyProtocol.optional(),
  privacyPassword: PasswordInput.optional(),
  /** Of an exporter; null removes it. */
  token: PasswordInput.nullable().optional(),
  /** Of a Modbus device. */
  unitId: UnitId.optional(),
  /** Of a Modbus device: all of them, in place of those before. */
  registers: RegisterValues.optional(),
  /** Of an exporter or a Modbus device: what it is called where it is found; null: by its host. */
  deviceName: DeviceName.nullable().optional(),
  /** Of an exporter: all values, in place of those before. */
  values: MetricValues.optional(),
  /** false: disconnected until it is enabled again. */
  enabled: z.boolean().optional(),
});

export const LeftOutAnnouncements = z.object({
  /** The last 50, newest first. */
  items: z.array(
    z.object({
      /** Of the announcement or the report; of a UPS its name; of a refused subscription its filter. */
      topic: z.string(),
      reason: z.enum(LEFT_OUT_REASONS),
      /** How many of its parts, since the source was connected. */
      count: z.number(),
      at: InstantOut,
    }),
  ),
  /** Of all announcements, also of those that are not listed any more. */
  total: z.number(),
});

const ConnectedSource = {
  guid: Guid,
  name: z.string(),
  location: Guid,
  /** The sentry that stands for it: its contact is that of every device adopted through it. */
  gateway: Guid,
  /** The sentry whose device reads it; left out: this server does. */
  readBy: Guid.optional(),
  user: z.string().optional(),
  /** Of an exporter: whether it has a token; of SNMP: a community or a password. */
  hasPassword: z.boolean(),
  /** false: not connected until it is enabled. */
  enabled: z.boolean(),
  connectedAt: InstantOut.optional(),
  lastMessageAt: InstantOut.optional(),
  problem: z.enum(INTEGRATION_PROBLEMS).optional(),
  /** Devices that are announced, and those of them that are adopted. */
  devices: z.number(),
  adopted: z.number(),
  /** Announcements that were left out because they are wrong or too many. */
  leftOut: z.number(),
  createdAt: InstantOut,
  last_update_ts: InstantOut,
};

/** Settings that cannot be decrypted are empty texts, zeros and empty lists. */
export const Integration = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('MQTT'),
    ...ConnectedSource,
    address: z.string(),
    discoveryPrefix: z.string(),
    topicValues: z.array(TopicValueOut),
    exportsSentries: z.boolean(),
    /** While it is connected: what the broker speaks. */
    protocol: z.enum(BROKER_PROTOCOLS).optional(),
  }),
  z.object({
    kind: NutKind,
    ...ConnectedSource,
    host: z.string(),
    port: z.number(),
    /** How often it is asked, in seconds. */
    pollSeconds: z.number(),
  }),
  z.object({
    kind: SnmpKind,
    ...ConnectedSource,
    host: z.string(),
    port: z.number(),
    version: SnmpVersion,
    securityLevel: SecurityLevel,
    authProtocol: AuthProtocol,
    privacyProtocol: PrivacyProtocol,
    /** How often it is asked, in seconds. */
    pollSeconds: z.number(),
  }),
  z.object({
    kind: ModbusKind,
    ...ConnectedSource,
    host: z.string(),
    port: z.number(),
    unitId: z.number(),
    deviceName: z.string().optional(),
    /** How often it is asked, in seconds. */
    pollSeconds: z.number(),
    registers: z.array(RegisterValueOut),
  }),
  z.object({
    kind: PrometheusKind,
    ...ConnectedSource,
    address: z.string(),
    deviceName: z.string().optional(),
    pollSeconds: z.number(),
    values: z.array(MetricValueOut),
  }),
  z.object({
    kind: WebhookKind,
    ...ConnectedSource,
    /** What devices call. Only in the answer that it is made with: it is a secret, of which a hash is stored. */
    hookAddress: z.string().optional(),
  }),
  z.object({
    kind: BrokerKind,
    ...ConnectedSource,
    /** Where devices connect to, such as mqtt://picket.example.org:1883; left out: this server takes no connections of devices. */
    brokerAddress: z.string().optional(),
    /** Only in the answer that it is made with: it is a secret, of which a hash is stored. Its user name is `user`. */
    brokerPassword: z.string().optional(),
    discoveryPrefix: z.string(),
    topicValues: z.array(TopicValueOut),
    /** Who is connected, the longest first. */
    clients: z.array(
      z.object({
        /** The id that the client gave itself. */
        id: z.string(),
        /** Its IP address. */
        address: z.string(),
        since: InstantOut,
      }),
    ),
    /** Messages of the last minute. */
    messagesPerMinute: z.number(),
    /** Messages that are kept for clients that subscribe later. */
    retained: z.number(),
    lastRefusal: z.object({ reason: z.enum(CLIENT_REFUSALS), address: z.string(), at: InstantOut }).optional(),
  }),
]);

export type IntegrationKind = z.output<typeof Integration>['kind'];

export const Integrations = z.object({
  items: z.array(Integration),
  /** Where devices connect to Picket; left out: an integration of the kind BROKER cannot be added. */
  brokerAddress: z.string().optional(),
});

export const SourceTest = z.object({
  connected: z.boolean(),
  /** Of a test that a gateway makes, until its result is there: its guid, for `GET /source-tests/{guid}`. */
  waiting: Guid.optional(),
  problem: z.enum(INTEGRATION_PROBLEMS).optional(),
  /** Of a broker: the first ten topics of announcements, and of reports in a format that is read, that arrived. */
  topics: z.array(z.string()),
  /** Of a NUT server: the first ten UPSes. */
  upses: z
    .array(
      z.object({
        name: z.string(),
        description: z.string().optional(),
        /** Its words, such as `OL CHRG`; left out: it has none now. */
        status: z.string().optional(),
      }),
    )
    .optional(),
  /** Of a device that is asked over SNMP. */
  device: z
    .object({
      /** What it says of itself. */
      description: z.string(),
      /** Those that it answers, such as `UPS-MIB (RFC 1628)`; none: Picket knows nothing that it measures. */
      profiles: z.array(z.string()),
    })
    .optional(),
  /** Of a source whose values are chosen: each of them. */
  values: z.array(TestedValue).optional(),
});
