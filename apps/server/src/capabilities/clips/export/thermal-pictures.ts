/** The thermal pictures around an alert, as a file of an export. */
import type { AlertDetailOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { listFramesBetween } from '../../timeseries/index.ts';
import { type EvidenceFile, fileOf } from './evidence-files.ts';

const THERMAL_METRIC = 'thermal_temperature';
const MAX_PICTURES = 500;
/** As of the readings in the export. */
const BEFORE_MS = 2_400_000;
const AFTER_MS = 600_000;

/** No file: its sentry took no thermal pictures then. */
export async function thermalPictures(
  { db, clock, actor }: Ctx<UserActor>,
  { sentry, startedAt, clearedAt }: AlertDetailOut,
): Promise<readonly EvidenceFile[]> {
  if (sentry === undefined) return [];
  const from = new Date(Date.parse(startedAt) - BEFORE_MS);
  const to = new Date((clearedAt === undefined ? clock.now() : Date.parse(clearedAt)) + AFTER_MS);
  const frames = await listFramesBetween(
    db.exports,
    actor.tenant,
    sentry.guid,
    THERMAL_METRIC,
    { from, to },
    MAX_PICTURES,
  );
  const lines = frames.map(({ at, rows, columns, data }) =>
    JSON.stringify({ at: formatInstant(at.getTime()), sentry: sentry.guid, rows, columns, values: valuesOf(data) }),
  );
  return lines.length === 0 ? [] : [fileOf('thermal.jsonl', `${lines.join('\n')}\n`)];
}

/** null: unknown. */
const valuesOf = (data: Buffer): readonly (number | null)[] =>
  Array.from({ length: data.length / 4 }, (_, index) => {
    const value = data.readFloatLE(index * 4);
    return Number.isNaN(value) ? null : Math.round(value * 1000) / 1000;
  });
