/**
 * Server-sent events of GET /events. A new kind is a row here; the compiler then asks for what the server stores of it, how it
 * is sent, and what the console does with it.
 */
import { namesOf } from '@picket/domain/kind-table';
import { SEVERITY_LABELS } from '@picket/domain/severity';
import { z } from 'zod';
import { Alert } from './alerts.ts';
import { Guid, InstantOut } from './primitives.ts';
import { unionMembers } from './schemas-by-kind.ts';
import { FLUID_STATUSES } from './sensors.ts';

interface StreamEventTraits {
  /** Whether it is sent again after an interruption: it is stored until it was sent. */
  readonly isReplayed: boolean;
  readonly data: z.ZodObject;
}

const STREAM_EVENTS = {
  /**
   * The first event, after those that were missed. Not resumed: the stream began without an id, or with one that is too old or
   * of another installation. What was requested before it may be old.
   */
  started: { isReplayed: false, data: z.object({ resumed: z.boolean() }) },
  /**
   * The last event of a stream whose session has ended, after which another one is answered with 401, or that made room for another
   * one of the same user or display: opened again at once it would end one more.
   */
  ended: { isReplayed: false, data: z.object({ reason: z.enum(['SESSION_ENDED', 'REPLACED']) }) },
  /** Comes without an id: a stream that brings nothing for much longer is dead, although its connection may look open. */
  heartbeat: { isReplayed: false, data: z.object({ everySeconds: z.number() }) },
  reading: {
    isReplayed: false,
    data: z.object({
      location: Guid,
      sentry: Guid,
      receivedAt: InstantOut,
      readings: z.array(
        z.object({ sensorMetricId: z.string(), column: z.string(), at: InstantOut, value: z.number().nullable() }),
      ),
    }),
  },
  alert: {
    isReplayed: true,
    data: z.object({
      /** Absent: about the whole organization. */
      location: Guid.optional(),
      change: z.enum(['RAISED', 'CLEARED', 'UPDATED']),
      alert: Alert,
      /** What is open at its location now, this one included. */
      locationAlerts: z.object({ openAlerts: z.number(), worst: z.enum(SEVERITY_LABELS) }).optional(),
      /** The person whose edit it reports. */
      by: Guid.optional(),
    }),
  },
  sentry: {
    isReplayed: true,
    data: z.object({
      location: Guid,
      sentry: Guid,
      change: z.enum(['CREATED', 'UPDATED', 'ACTIVATED', 'REMOVED']),
    }),
  },
  /** A location that was deleted is there again, with its sentries if it has any. */
  location: { isReplayed: true, data: z.object({ location: Guid, change: z.enum(['BROUGHT_BACK']) }) },
  /** A policy, an override or a zone was edited: what is in force has changed. */
  policy: { isReplayed: true, data: z.object({ location: Guid.optional(), policy: Guid.optional() }) },
  /** A fluid sensor was discovered, paired or ignored. */
  sensor: {
    isReplayed: true,
    data: z.object({
      location: Guid,
      sentry: Guid,
      model: z.string(),
      serial_number: z.string(),
      status: z.enum(FLUID_STATUSES),
    }),
  },
} as const satisfies Record<string, StreamEventTraits>;

type StreamEvents = typeof STREAM_EVENTS;
export type StreamEventKind = keyof StreamEvents;
/** Kinds that are stored, and sent again after an interruption. */
export type ReplayedEventKind = {
  [K in StreamEventKind]: StreamEvents[K]['isReplayed'] extends true ? K : never;
}[StreamEventKind];

type StreamEventSchemas = {
  readonly [K in StreamEventKind]: z.ZodObject<
    { type: z.ZodLiteral<K> } & Extract<StreamEvents[K]['data']['shape'], z.core.$ZodShape>
  >;
};

export const StreamEvent = z.discriminatedUnion(
  'type',
  unionMembers<StreamEventSchemas>(namesOf(STREAM_EVENTS), (type) =>
    z.object({ type: z.literal(type), ...STREAM_EVENTS[type].data.shape }),
  ),
);

/** An event of one kind, or of any. */
export type StreamEventOut<K extends StreamEventKind = StreamEventKind> = {
  [Kind in K]: { type: Kind } & z.output<StreamEvents[Kind]['data']>;
}[K];
