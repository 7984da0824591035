/** Fills a store with a past: two days as rows, what is older packed, as it would be after years. */
import { createPacker, ensurePackedPartitions, packSeriesDays } from '@picket/server/benchmarks';
import { createLog, openDatabase } from '@picket/server/commands';

const DAY = 86_400_000;
const MINUTE = 60_000;
const A_DAY = DAY / MINUTE;
const SERIES_AT_ONCE = 400;

/** Packs all that is closed, as the server would have by and by. */
export async function packClosedDays(databaseUrl: string): Promise<void> {
  const log = createLog('warn');
  const db = openDatabase(databaseUrl, log);
  const packer = createPacker(db, log);
  try {
    while ((await packer.pack(Date.now(), 600_000)).readings > 0);
  } finally {
    await db.close();
  }
}

/** Adds about so many readings, one a minute and series, before yesterday's midnight; the newest days as rows. */
export async function packSynthetic(
  databaseUrl: string,
  series: readonly number[],
  readings: number,
  onProgress: (share: number) => void,
): Promise<void> {
  const days = Math.ceil(readings / (series.length * A_DAY));
  if (readings < series.length * A_DAY) return;
  const db = openDatabase(databaseUrl, createLog('warn'));
  const { rows } = await db.console.query<{ tenant: string }>(
    'SELECT tenant_guid AS tenant FROM series WHERE id = $1::int',
    series.slice(0, 1),
  );
  const tenant = rows[0]?.tenant ?? '';
  const today = Math.floor(Date.now() / DAY) * DAY;
  const partitions = new Set<string>();
  try {
    for (let back = 1; back <= days; back++) {
      const day = today - back * DAY;
      const at = Float64Array.from({ length: A_DAY }, (_, minute) => day + minute * MINUTE);
      if (back > 2)
        await ensurePackedPartitions(
          db,
          (['reading_chunk', 'reading_rollup'] as const).map((table) => ({ table, keepDays: 0, day })),
          partitions,
        );
      for (let begin = 0; begin < series.length; begin += SERIES_AT_ONCE) {
        const ids = series.slice(begin, begin + SERIES_AT_ONCE);
        await db.inIngestTx(async (sql) => {
          if (back <= 2)
            await sql.query(
              `INSERT INTO reading (tenant_guid, series_id, at, value)
               SELECT $4::uuid, s, $2::timestamptz + make_interval(mins => m), round((21 + 3 * sin(m / 229.2))::numeric, 2)::float8
                 FROM unnest($1::int[]) s, generate_series(0, $3::int - 1) m ON CONFLICT DO NOTHING`,
              [ids, new Date(day), A_DAY, tenant],
            );
          else
            await packSeriesDays(
              sql,
              tenant,
              day,
              new Map(
                ids.map((id) => {
                  const value = at.map((time, minute) => {
                    const noise = (Math.imul(id * 31 + minute, 2_654_435_761) >>> 0) % 30;
                    return Math.round(2100 + 300 * Math.sin(time / 13_750_000 + id) + noise) / 100;
                  });
                  return [id, { at, value, raw: null }] as const;
                }),
              ),
              { READINGS: 0, SUMMARIES: 0 },
            );
        });
        onProgress((back - 1 + begin / series.length) / days);
      }
    }
  } finally {
    await db.close();
  }
}
