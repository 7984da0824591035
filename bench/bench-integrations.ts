/**
 * npm run bench:integrations: sources of readings. Own reports over MQTT beside HTTP, and states of adopted devices beside own reports, out of a
 * real mosquitto; the mapping of one message, and thousands of kept announcements, beside JSON.parse of the same bytes; the page that lists
 * discovered devices, in Chromium.
 *
 *   npm run bench:integrations -- --only intake,mapping --turns 3
 */
import { benchAnnouncements } from './lib/announcement-flood.ts';
import { benchDiscoveredPage } from './lib/discovered-page.ts';
import { benchMapping } from './lib/message-mapping.ts';
import { benchIntake } from './lib/mqtt-intake.ts';
import { runBenches } from './lib/run-benches.ts';

const OPTIONS = { seconds: 10, turns: 3, adopted: 200, devices: 5000, listed: 2000 };

await runBenches(OPTIONS, ({ seconds, turns, adopted, devices, listed }) => ({
  intake: () => benchIntake({ seconds, turns, devices: adopted }),
  mapping: () => benchMapping(turns),
  announcements: () => benchAnnouncements(devices),
  discovered: () => benchDiscoveredPage(listed),
}));
