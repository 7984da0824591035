/** Readings as CSV, each as it is stored, read while they are sent: memory stays the same however many there are. */
import { Readable } from 'node:stream';
import type { ParsedQuery } from '@picket/contracts';
import { columnOf, formatInstant, parseInstant } from '@picket/domain';
import { type Ctx, invalid, type UserActor } from '../../platform/index.ts';
import { visibleLocation } from '../locations/index.ts';
import { readingsAfter, seriesAt } from './reading-store.ts';

const BATCH = 5000;
const HEADER = 'sentry,sensorMetricId,column,unit,at,value,raw\r\n';

/** Values are in stored units: degrees Celsius, and dewpoint as a fraction. `raw`: as the device sent it, before its offset. */
export async function exportTelemetry(
  ctx: Ctx<UserActor>,
  locationGuid: string,
  query: ParsedQuery<'GET /locations/{guid}/telemetry/export'>,
): Promise<Readable> {
  await visibleLocation(ctx, locationGuid);
  const from = new Date(parseInstant(query.from) ?? Number.NaN);
  const to = new Date(parseInstant(query.to) ?? Number.NaN);
  if (to.getTime() <= from.getTime()) throw invalid('to', 'must be later than from');
  const sql = ctx.db.console;
  const series = await seriesAt(sql, locationGuid, query);
  async function* lines(): AsyncGenerator<string> {
    yield HEADER;
    for (const { id, sentry, sensorMetricId, column } of series) {
      const unit = columnOf(sensorMetricId, column)?.unit ?? '';
      for (let after = new Date(from.getTime() - 1); ; ) {
        const rows = await readingsAfter(sql, id, after, to, BATCH);
        const last = rows.at(-1);
        if (last === undefined) break;
        yield rows
          .map(
            ({ at, value, raw }) =>
              `${sentry},${sensorMetricId},${column},${unit},${formatInstant(at.getTime())},${value ?? ''},${raw ?? ''}\r\n`,
          )
          .join('');
        after = last.at;
      }
    }
  }
  return Readable.from(lines(), { objectMode: false });
}
