/**
 * npm run bench:live: live pictures. What the relay costs beside bare `ws`; from the click to the first picture in Chromium, near and far;
 * how late the picture is and whether it drifts, read from the clock that is burnt into it; how soon viewers are cut off; and what
 * viewers cost readings and alerts. Needs ffmpeg and Chromium, and runs for about 20 minutes.
 *
 *   npm run bench:live -- --only relay,latency --minutes 30
 */
import { parseArgs } from 'node:util';
import { benchAlertsBesideViewers } from './lib/alerts-beside-viewers.ts';
import { benchFirstPicture } from './lib/first-picture.ts';
import { benchIngestBesideViewers } from './lib/ingest-beside-viewers.ts';
import { benchLatency } from './lib/picture-latency.ts';
import { benchRelay } from './lib/relay-cost.ts';
import { benchCut } from './lib/viewer-cut.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'relay,first-picture,latency,cut,ingest,alerts' },
    viewers: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '20' },
    turns: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '50' },
    minutes: { type: 'string', default: '3' },
  },
});
const turns = Number(values.turns);
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  relay: () => benchRelay({ viewers: Number(values.viewers), seconds, turns }),
  'first-picture': () => benchFirstPicture(rounds),
  latency: () => benchLatency(Number(values.minutes) * 60),
  cut: () => benchCut(turns),
  ingest: () => benchIngestBesideViewers({ seconds, turns }),
  alerts: () => benchAlertsBesideViewers({ alerts: rounds, turns }),
};

for (const name of values.only.split(',')) {
  const bench = BENCHES[name];
  if (bench === undefined) throw new Error(`--only takes ${Object.keys(BENCHES).join(', ')}`);
  process.stderr.write(`${name} …\n`);
  await bench();
}
process.exit(0);
