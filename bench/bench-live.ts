/**
 * npm run bench:live: live pictures. What the relay costs beside bare `ws`; from the click to the first picture in Chromium, near and far;
 * how late the picture is and whether it drifts, read from the clock that is burnt into it; how soon viewers are cut off; and what
 * viewers cost readings and alerts. Needs ffmpeg and Chromium, and runs for about 20 minutes.
 *
 *   npm run bench:live -- --only relay,latency --minutes 30
 */
import { benchAlertsBesideViewers } from './lib/alerts-beside-viewers.ts';
import { benchFirstPicture } from './lib/first-picture.ts';
import { benchIngestBesideViewers } from './lib/ingest-beside-viewers.ts';
import { benchLatency } from './lib/picture-latency.ts';
import { benchRelay } from './lib/relay-cost.ts';
import { runBenches } from './lib/run-benches.ts';
import { benchCut } from './lib/viewer-cut.ts';

const OPTIONS = { viewers: 100, seconds: 20, turns: 3, rounds: 50, minutes: 3 };

await runBenches(OPTIONS, ({ viewers, seconds, turns, rounds, minutes }) => ({
  relay: () => benchRelay({ viewers, seconds, turns }),
  'first-picture': () => benchFirstPicture(rounds),
  latency: () => benchLatency(minutes * 60),
  cut: () => benchCut(turns),
  ingest: () => benchIngestBesideViewers({ seconds, turns }),
  alerts: () => benchAlertsBesideViewers({ alerts: rounds, turns }),
}));
