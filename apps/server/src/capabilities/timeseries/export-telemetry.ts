/** Readings as CSV, each as it is stored, read while they are sent: memory stays the same however many there are. */
import { Readable } from 'node:stream';
import type { ParsedQuery } from '@picket/contracts/endpoints';
import { columnOf } from '@picket/domain/metrics';
import { formatInstant, parseInstant } from '@picket/domain/time';
import { invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { visibleLocation } from '../locations/index.ts';
import type { ReadingBlock } from './reading-blocks.ts';
import { listSeries } from './series-store.ts';
import { iterateBlocks } from './stored-readings.ts';

const LINES_PER_CHUNK = 2000;
const HEADER = 'sentry,sensorMetricId,column,unit,at,value,raw\r\n';

/** Values are in stored units: degrees Celsius, and dewpoint as a fraction. `raw`: as the device sent it, before its offset. */
export async function exportTelemetry(
  ctx: Ctx<UserActor>,
  locationGuid: string,
  query: ParsedQuery<'GET /locations/{guid}/telemetry/export'>,
): Promise<Readable> {
  await visibleLocation(ctx, locationGuid);
  const from = parseInstant(query.from) ?? Number.NaN;
  const to = parseInstant(query.to) ?? Number.NaN;
  if (to <= from) throw invalid('to', 'must be later than from');
  const sql = ctx.db.exports;
  const series = await listSeries(sql, ctx.actor.tenant, locationGuid, query, null);
  async function* lines(): AsyncGenerator<string> {
    yield HEADER;
    for (const { id, sentry, sensorMetricId, column } of series) {
      const start = `${sentry},${sensorMetricId},${column},${columnOf(sensorMetricId, column)?.unit ?? ''}`;
      for await (const blocks of iterateBlocks(sql, ctx.actor.tenant, [id], from, to)) {
        const block = blocks.get(id);
        if (block !== undefined) yield* formatLines(block, start);
      }
    }
  }
  return Readable.from(lines(), { objectMode: false });
}

function* formatLines({ at, value, raw }: ReadingBlock, start: string): Generator<string> {
  for (let begin = 0; begin < at.length; begin += LINES_PER_CHUNK) {
    let text = '';
    for (let place = begin; place < Math.min(at.length, begin + LINES_PER_CHUNK); place++)
      text += `${start},${formatInstant(at[place] ?? 0)},${formatValue(value[place])},${formatValue(raw?.[place])}\r\n`;
    yield text;
  }
}

const formatValue = (value: number | undefined): number | '' =>
  value === undefined || Number.isNaN(value) ? '' : value;
