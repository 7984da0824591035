/**
 * npm run bench:clips: recorded video. Uploads beside a copy of the same files and their SHA-256; ranges through HTTP beside pread and
 * AES-GCM in a bare loop; deleting what is past its retention beside unlink. All in turns on the same disk.
 *
 *   npm run bench:clips -- --only uploads,ranges --turns 5
 */
import { parseArgs } from 'node:util';
import { benchRanges } from './lib/range-reads.ts';
import { benchRetention } from './lib/retention-rate.ts';
import { benchUploads } from './lib/upload-rate.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'uploads,ranges,retention' },
    turns: { type: 'string', default: '5' },
    clips: { type: 'string', default: '32' },
    reads: { type: 'string', default: '500' },
    stored: { type: 'string', default: '100000' },
    due: { type: 'string', default: '10000' },
  },
});
const turns = Number(values.turns);

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  uploads: () => benchUploads({ clips: Number(values.clips), turns }),
  ranges: () => benchRanges({ reads: Number(values.reads), turns }),
  retention: () => benchRetention({ clips: Number(values.stored), due: Number(values.due) }),
};

for (const name of values.only.split(',')) {
  const bench = BENCHES[name];
  if (bench === undefined) throw new Error(`--only takes ${Object.keys(BENCHES).join(', ')}`);
  process.stderr.write(`${name} …\n`);
  await bench();
}
process.exit(0);
