/** Writes version.json: what is built here, for an image that has neither the repository nor the console's libraries. */

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readVersion } from '@picket/server/commands';

const commit = process.env.PICKET_COMMIT || null;
writeFileSync(
  fileURLToPath(new URL('../version.json', import.meta.url)),
  `${JSON.stringify(readVersion({ commit }))}\n`,
);
