/**
 * npm run bench:clips: recorded video. Uploads beside a copy of the same files and their SHA-256; ranges through HTTP beside pread and
 * AES-GCM in a bare loop; deleting what is past its retention beside unlink. All in turns on the same disk.
 *
 *   npm run bench:clips -- --only uploads,ranges --turns 5
 */
import { benchRanges } from './lib/range-reads.ts';
import { benchRetention } from './lib/retention-rate.ts';
import { runBenches } from './lib/run-benches.ts';
import { benchUploads } from './lib/upload-rate.ts';

const OPTIONS = { turns: 5, clips: 32, reads: 500, stored: 100_000, due: 10_000 };

await runBenches(OPTIONS, ({ turns, clips, reads, stored, due }) => ({
  uploads: () => benchUploads({ clips, turns }),
  ranges: () => benchRanges({ reads, turns }),
  retention: () => benchRetention({ clips: stored, due }),
}));
