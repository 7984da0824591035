/** Gateways: sentries whose devices read sources in networks that this server does not reach. */
import type { AnnouncedDevice, AnnouncedEntity } from '@picket/devices/announced';
import { REFUSED_KEYS } from '@picket/devices/value-rule';
import { VALUE_UNITS } from '@picket/domain/value-classes';
import { z } from 'zod';
import { ConnectedSettings } from './connected-settings.ts';
import { BROKER_PROTOCOLS, INTEGRATION_PROBLEMS } from './integrations.ts';
import { LEFT_OUT_REASONS } from './left-out-reasons.ts';
import { Guid, InstantIn, InstantOut } from './primitives.ts';
import { ReportedText } from './request-texts.ts';
import { VALUE_PROBLEMS } from './value-requests.ts';

/** In one request. */
const MAX_EVENTS = 500;
const MAX_POLLED_DEVICES = 1000;
const MAX_POLLED_ENTITIES = 200;
const MAX_TEXT = 1000;
/** No message that is read is longer. */
const MAX_MESSAGE = 300_000;

export const Gateways = z.object({
  items: z.array(
    z.object({
      /** The sentry. */
      guid: Guid,
      name: z.string(),
      location: Guid,
      lastReceivedAt: InstantOut.optional(),
      /** How many integrations it reads. */
      integrations: z.number(),
    }),
  ),
});

const Observed = z.string().max(MAX_TEXT);

/** A key that reaches into an object of JavaScript stands in no message. */
const PathStep = z.union([
  z
    .string()
    .max(120)
    .refine((key) => !REFUSED_KEYS.has(key), 'is no key of a message'),
  z.number().int().min(0).max(9999),
]);

const ValueRule = z.object({
  path: z.array(PathStep).max(10).readonly().nullable(),
  operations: z
    .array(
      z.union([
        z.object({ kind: z.enum(['float', 'int']) }),
        z.object({ kind: z.literal('round'), decimals: z.number() }),
        z.object({ kind: z.enum(['times', 'over', 'plus']), operand: z.number() }),
      ]),
    )
    .max(10)
    .readonly(),
});

const AvailabilityRule = z.object({
  topic: Observed,
  rule: ValueRule.nullable(),
  available: Observed,
  notAvailable: Observed,
  isBridge: z.literal(true).exactOptional(),
});

const ObservedDevice = z.object({
  identity: Observed.min(1),
  name: Observed,
  maker: Observed.nullable(),
  model: Observed.nullable(),
  serialNumber: Observed.nullable(),
  softwareVersion: Observed.nullable(),
  availability: z.array(AvailabilityRule).max(10).readonly(),
}) satisfies z.ZodType<AnnouncedDevice>;

const ObservedEntity = z.object({
  id: Observed.min(1),
  component: z.enum(['sensor', 'binary_sensor']),
  name: Observed,
  deviceClass: Observed.nullable(),
  unit: Observed.nullable(),
  category: Observed.nullable(),
  stateTopic: Observed,
  rule: ValueRule.nullable(),
  payloadOn: Observed,
  payloadOff: Observed,
  expireAfterSeconds: z.number().nullable(),
}) satisfies z.ZodType<AnnouncedEntity>;

const PolledDevice = z.object({
  /** Its name at the source. */
  place: Observed.min(1),
  /** null: the source has no values of it now. */
  found: z
    .object({
      device: ObservedDevice,
      entities: z.array(ObservedEntity).max(MAX_POLLED_ENTITIES).readonly(),
      leftOut: z.array(z.enum(LEFT_OUT_REASONS)).max(MAX_POLLED_ENTITIES).readonly(),
      messages: z
        .array(
          z.object({
            message: z.string().max(MAX_MESSAGE),
            /** The time that its values have themselves, in milliseconds since 1970; null: none. */
            at: z.number().nullable(),
          }),
        )
        .max(MAX_POLLED_ENTITIES)
        .readonly(),
    })
    .nullable(),
});

/** What a gateway observed, each with the gateway's time. */
export const GatewayEvent = z.discriminatedUnion('kind', [
  /** A source that is polled answered: all devices that there are. */
  z.object({
    kind: z.literal('POLLED'),
    at: InstantIn,
    devices: z.array(PolledDevice).max(MAX_POLLED_DEVICES),
    leftOut: z.array(z.object({ place: Observed, reason: z.enum(LEFT_OUT_REASONS) })).max(MAX_POLLED_DEVICES),
  }),
  /** It did not answer, or a broker cannot be connected to. */
  z.object({ kind: z.literal('FAILED'), at: InstantIn, problem: z.enum(INTEGRATION_PROBLEMS) }),
  /** The broker is connected, and the subscriptions are asked for. */
  z.object({ kind: z.literal('CONNECTED'), at: InstantIn, protocol: z.enum(BROKER_PROTOCOLS).optional() }),
  z.object({ kind: z.literal('LOST'), at: InstantIn }),
  /** The broker refuses a topic. */
  z.object({ kind: z.literal('REFUSED'), at: InstantIn, topic: Observed }),
  z.object({
    kind: z.literal('MESSAGE'),
    at: InstantIn,
    topic: z.string().max(65_535),
    message: z.string().max(MAX_MESSAGE),
    /** The broker had kept it. */
    isRetained: z.boolean(),
  }),
]);
export type GatewayEvent = z.output<typeof GatewayEvent>;

/** The envelope. Its events are validated one by one: an invalid one does not affect the others. */
export const ObservationsBody = z.object({
  integration: Guid,
  sentAt: InstantIn,
  events: z.array(z.unknown()).max(MAX_EVENTS, `at most ${MAX_EVENTS} events in one request`),
});

const MAX_TESTED = 50;

/** Of a device, shown to people. */
const Shown = ReportedText(512);

/** What a test of a source found, as `POST /integrations/test` responds. */
export const ReportedTest = z.object({
  connected: z.boolean(),
  problem: z.enum(INTEGRATION_PROBLEMS).optional(),
  topics: z.array(Shown).max(MAX_TESTED),
  upses: z
    .array(z.object({ name: Shown, description: Shown.optional(), status: Shown.optional() }))
    .max(MAX_TESTED)
    .optional(),
  device: z.object({ description: Shown, profiles: z.array(Shown).max(MAX_TESTED) }).optional(),
  values: z
    .array(
      z.object({
        name: Shown,
        value: z.number().optional(),
        unit: z.enum(VALUE_UNITS).optional(),
        problem: z.enum(VALUE_PROBLEMS).optional(),
        found: Shown.optional(),
        others: z.number().optional(),
      }),
    )
    .max(MAX_TESTED)
    .optional(),
});

export const ReportedTestBody = z.strictObject({ test: Guid, result: ReportedTest });

export const ObservationsResponse = z.object({
  accepted: z.number(),
  rejected: z.array(z.object({ index: z.number(), name: z.string(), message: z.string() })),
  serverTime: InstantOut,
});

/** Sources that somebody tries before they are added. */
const RequestedTests = z.array(z.object({ test: Guid, settings: ConnectedSettings }));

/** What the gateway of this token reads. It holds secrets: it is sent to that gateway alone. */
export const GatewaySources = z.object({
  sources: z.array(
    z.object({
      integration: Guid,
      name: z.string(),
      settings: ConnectedSettings,
      /** Of a source that is polled: what was announced of each place before. */
      known: z.array(z.object({ place: z.string(), entities: z.array(ObservedEntity) })),
      /** Of a broker; left out: it is not to be connected yet. */
      broker: z
        .object({
          /** Another one: connect again, so that the broker repeats what it keeps. */
          connection: Guid,
          topics: z.array(
            z.object({
              topic: z.string(),
              /** Whether messages that the broker kept are wanted. */
              retained: z.boolean(),
              /** Whether the broker may refuse it. */
              optional: z.boolean(),
            }),
          ),
        })
        .optional(),
    }),
  ),
  /** To be made once, and reported; left out: none. */
  tests: RequestedTests.optional(),
});
export type GatewaySource = z.output<typeof GatewaySources>['sources'][number];
export type BrokerTopics = NonNullable<GatewaySource['broker']>;
