import { ZONE_COLUMNS, ZONE_ROWS } from '@picket/domain/zones';
import { z } from 'zod';
import { Attributes, Guid, InstantOut } from './primitives.ts';
import { NameInput, Text } from './request-texts.ts';

/** A cell of a sentry's picture, counted from its upper left corner. */
const Place = z.object({ sentry: Guid, row: z.number(), column: z.number() });

export const Asset = z.object({
  guid: Guid,
  location: Guid,
  name: z.string(),
  kind: z.string(),
  zoneId: Guid.optional(),
  /** Where it stands in a picture of `rows` x `columns` cells. */
  place: Place.optional(),
  attributes: z.record(z.string(), z.string()),
  createdAt: InstantOut,
  last_update_ts: InstantOut,
});

const Kind = Text(64).min(1);
/** Validated by the handler, with the specification's text for a missing cell. */
const PlaceInput = z.strictObject({ sentry: Guid, row: z.number().int(), column: z.number().int() });

export const ASSET_GRID = { rows: ZONE_ROWS, columns: ZONE_COLUMNS } as const;

export const AssetCreate = z.strictObject({
  name: NameInput,
  kind: Kind,
  zoneId: Guid.optional(),
  place: PlaceInput.optional(),
  attributes: Attributes.optional(),
});

export const AssetPatch = z.strictObject({
  name: NameInput.optional(),
  kind: Kind.optional(),
  zoneId: Guid.nullable().optional(),
  place: PlaceInput.nullable().optional(),
  attributes: Attributes.optional(),
});

export const AssetParams = z.strictObject({ guid: Guid, asset: Guid });
