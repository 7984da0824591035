/** Devices that integrations announce, and how they are adopted. */
import { z } from 'zod';
import { Guid, InstantOut } from './primitives.ts';
import { NameInput, Text } from './request-texts.ts';

const DISCOVERED_STATES = ['DISCOVERED', 'ADOPTED', 'CHANGED', 'IGNORED'] as const;

/** Why Picket makes nothing of an entity. */
const UNUSED_REASONS = [
  'PROGRAM',
  'CHIP_TEMPERATURE',
  'DIAGNOSTIC',
  'SOIL',
  'OFF_DELAY',
  'UNKNOWN_UNIT',
  'UNKNOWN_KIND',
] as const;

const DiscoveredEntity = z.object({
  guid: Guid,
  name: z.string(),
  /** As announced. */
  unit: z.string().optional(),
  /** What was seen last: a number in the announced unit, on or off, or unknown. Left out: nothing yet. */
  value: z.union([z.number(), z.boolean(), z.null()]).optional(),
  /** When; left out with a value: the broker had kept it, and its time is unknown. */
  at: InstantOut.optional(),
  /** The series that it becomes, with the unit of what is stored. */
  series: z.object({ sensorMetricId: z.string(), column: z.string(), unit: z.string() }).optional(),
  reason: z.enum(UNUSED_REASONS).optional(),
  /** Whether the mapping in force uses it. */
  isUsed: z.boolean(),
});

const DISCOVERED_DIFFERENCES = [
  'component',
  'deviceClass',
  'unit',
  'category',
  'stateTopic',
  'rule',
  'payloadOn',
  'payloadOff',
  'hasOffDelay',
  'gone',
] as const;

/** A person set it, it is usual for the device, or it was learned from its reports. */
const INTERVAL_ORIGINS = ['CHOSEN', 'USUAL', 'LEARNED'] as const;

export const Discovered = z.object({
  guid: Guid,
  integration: Guid,
  /** As it is announced. */
  name: z.string(),
  /** The announced name in characters that the name of a sentry may have. */
  proposedName: z.string(),
  maker: z.string().optional(),
  model: z.string().optional(),
  state: z.enum(DISCOVERED_STATES),
  /** The sentry it became. */
  sentry: Guid.optional(),
  ignoredBy: z.string().optional(),
  /** Since when the device is announced as gone; left out: it is not. */
  unavailableSince: InstantOut.optional(),
  firstSeenAt: InstantOut,
  lastSeenAt: InstantOut,
  entities: z.array(DiscoveredEntity),
  /** What is announced otherwise than it was accepted. */
  differences: z.array(
    z.object({ entity: z.string(), field: z.enum(DISCOVERED_DIFFERENCES), before: z.string(), after: z.string() }),
  ),
  /** How often it is expected to be seen unless a person chooses otherwise, in seconds. */
  usualIntervalSeconds: z.number(),
  /** Of an adopted device: after how many seconds of silence it is overdue, and where that is from. */
  expectedInterval: z.object({ seconds: z.number(), origin: z.enum(INTERVAL_ORIGINS) }).optional(),
});

export const DiscoveredQuery = z.strictObject({
  source: Guid.optional(),
  state: z.enum(DISCOVERED_STATES).optional(),
  q: Text(120).optional(),
});

export const DiscoveredList = z.object({
  items: z.array(Discovered),
  /** Of the source and the search, by state. */
  counts: z.record(z.enum(DISCOVERED_STATES), z.number()),
  serverTime: InstantOut,
});

const MAX_EXPECTED_INTERVAL_SECONDS = 93_600;

export const AdoptBody = z.strictObject({
  location: Guid,
  name: NameInput,
  /** The entities to use, by their guids. */
  entities: z.array(Guid).min(1).max(200),
  intervalSeconds: z.number().int().min(60).max(MAX_EXPECTED_INTERVAL_SECONDS).optional(),
});

export const ReplaceDeviceBody = z.strictObject({
  /** The adopted sentry that it reports for from now on. */
  sentry: Guid,
  /** The entities of the new device to use, by their guids. */
  entities: z.array(Guid).min(1).max(200),
});
