/**
 * npm run bench:ingest: readings a second through HTTP, durable and evaluated with the default policies, beside COPY from
 * a file on the same database; then what an answer and a console wait for at half that load, what happens beyond it, what
 * packing costs, and the same with two server processes; and beside a bare server of Fastify and pg that stores the same
 * reports (bench/lib/bare-ingest.ts); and with row-level security on and off, with 1, 50 and 5,000 organizations. The load is
 * made on the same machine: only ratios travel.
 *
 *   npm run bench:ingest -- --seconds 20 --sentries 200 --readings 20 --connections 64 --only floor
 */
import { benchFloor } from './lib/ingest-floor.ts';
import { benchRates } from './lib/ingest-rates.ts';
import { benchRows } from './lib/ingest-rows.ts';
import { runBenches } from './lib/run-benches.ts';

const OPTIONS = { seconds: 20, sentries: 200, readings: 20, connections: 64 };

await runBenches(OPTIONS, (values) => ({
  rates: () => benchRates(values),
  floor: () => benchFloor(values),
  rows: () => benchRows(values),
}));
