import { CELLS, ZONE_COLUMNS, ZONE_ROWS } from '@picket/domain/zones';
import { z } from 'zod';
import { DefinitionInput, DoNotDisturb, Policy } from './policies.ts';
import { Guid, InstantOut } from './primitives.ts';
import { NameInput, SensorMetricId } from './request-texts.ts';

export const ZoneSide = z.number().int().min(1).max(640);
export const Exclusions = z.array(z.array(z.enum(CELLS)).max(640)).max(480);
const SensorMetricIds = z.array(SensorMetricId).min(1).max(8);

export const Zone = z.object({
  zoneId: Guid,
  location: Guid,
  /** Left out: every sentry at the location. */
  sentry: Guid.optional(),
  name: z.string(),
  sensorMetricIdList: z.array(z.string()),
  rows: z.number(),
  columns: z.number(),
  exclusions: Exclusions,
  parentId: Guid.optional(),
  /** A base zone: used by this policy's conditions without a zone of their own. */
  policy: Guid.optional(),
  last_update_ts: InstantOut,
});

export const ZoneCreate = z.strictObject({
  name: NameInput,
  sentry: Guid.optional(),
  sensorMetricIdList: SensorMetricIds,
  rows: ZoneSide.default(ZONE_ROWS),
  columns: ZoneSide.default(ZONE_COLUMNS),
  exclusions: Exclusions,
  /** A tagging zone: its cells are subtracted from this one. */
  parentId: Guid.optional(),
  policy: Guid.optional(),
});

export const ZoneUpdate = z.strictObject({
  name: NameInput.optional(),
  exclusions: Exclusions.optional(),
});

export const ZoneParams = z.strictObject({ guid: Guid, zoneId: Guid });

export const TaggingParams = z.strictObject({ guid: Guid, policyGuid: Guid });

/** A zone for one asset and the policy that watches it. Its conditions on pictures without a zone use this one. */
export const TaggingZone = z.object({ zone: Zone, policy: Policy, last_update_ts: InstantOut });

export const TaggingZoneCreate = z.strictObject({
  name: NameInput,
  sentry: Guid.optional(),
  sensorMetricIdList: SensorMetricIds,
  rows: ZoneSide.default(ZONE_ROWS),
  columns: ZoneSide.default(ZONE_COLUMNS),
  exclusions: Exclusions,
  parentId: Guid,
  definition: DefinitionInput,
  doNotDisturb: DoNotDisturb.nullable().optional(),
});

export const TaggingZoneUpdate = z.strictObject({
  name: NameInput.optional(),
  exclusions: Exclusions.optional(),
  definition: DefinitionInput.optional(),
  doNotDisturb: DoNotDisturb.nullable().optional(),
});
