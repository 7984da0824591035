import { z } from 'zod';
import { Attributes, Guid, InstantOut, Timezone } from './primitives.ts';
import { MultilineText, NameInput } from './request-texts.ts';

const Coordinates = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

export const Location = z.object({
  guid: Guid,
  name: z.string(),
  timezone: z.string(),
  address: z.string().optional(),
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  attributes: z.record(z.string(), z.string()),
  createdAt: InstantOut,
  last_update_ts: InstantOut,
});

export const LocationCreate = z.strictObject({
  name: NameInput,
  timezone: Timezone,
  address: MultilineText(512).optional(),
  coordinates: Coordinates.optional(),
  attributes: Attributes.optional(),
});

export const LocationPatch = z.strictObject({
  name: NameInput.optional(),
  timezone: Timezone.optional(),
  address: MultilineText(512).nullable().optional(),
  coordinates: Coordinates.nullable().optional(),
  attributes: Attributes.optional(),
});
