/**
 * npm run check:image: builds the image without a registry and runs the compose file with it, as on a clean machine: its
 * size over its base, one port, nothing written outside the volumes, a first administrator who signs in, a reading that
 * becomes an alert, a backup that verifies, all of it again after a restart, a broker, and a failover of the profile ha. Needs podman, docker-compose, nmap,
 * mosquitto and debootstrap (on Debian, as root, they are installed).
 */

import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { binariesFolder } from '@picket/cli/postgres';
import { formatSize } from '@picket/cli/progress-bar';
import { checkBroker } from './check-broker.ts';
import { checkCommands, checkRestore, checkUpgrade } from './check-commands.ts';
import { checkFailover } from './check-failover.ts';
import { type CheckedSentry, checkAlert, checkConsole, signIn } from './check-product.ts';
import { checkDatabaseRights, checkServerRights } from './check-rights.ts';
import { check, failedChecks, print } from './checks.ts';
import { bringUp, buildPicket, compose, isHealthy, ROOT, startPodmanService, takeDown } from './compose-project.ts';
import { ensurePrograms } from './installed-programs.ts';
import { imageBytes, makeLocalImages, NODE_IMAGE } from './local-images.ts';

const MAX_OVER_BASE = 90e6;

/** Builds the image as the compose file names it. */
async function buildImage(): Promise<void> {
  makeLocalImages(
    realpathSync(join(ROOT, '.toolchain/node_modules/.bin/node')),
    ['/usr/lib/node_modules/npm', '/usr/local/lib/node_modules/npm'].find((path) => existsSync(path)) ?? '',
    join(await binariesFolder(), 'postgres'),
    print,
  );
  print('Building the image …');
  const built = performance.now();
  buildPicket('checked');
  print(`Built in ${Math.round((performance.now() - built) / 1000)} s.`);
  const over = imageBytes('picket') - imageBytes(NODE_IMAGE);
  check('the image is at most 90 MB over its base', over <= MAX_OVER_BASE, formatSize(over));
}

/** Starts the compose file with nothing of an earlier run. */
async function startProject(): Promise<void> {
  await startPodmanService();
  print('Starting the compose file …');
  compose('down', '--volumes');
  const started = performance.now();
  await bringUp();
  check(
    'it becomes healthy',
    (await isHealthy()) === true,
    `${Math.round((performance.now() - started) / 1000)} s after the command`,
  );
}

/** Everything is still there after the containers were removed and made again. */
async function checkRestart(sentry: CheckedSentry): Promise<void> {
  compose('down');
  await bringUp();
  await isHealthy();
  const after = await (await signIn())('GET /alerts', { query: { state: 'OPEN' } });
  check('after down and up everything is there', after.items[0]?.guid === sentry.alert);
  check('the sentry is still known', (await sentry.sendTemperature(44, Date.now())).status === 200);
}

ensurePrograms();
try {
  await buildImage();
  await startProject();
  const api = await signIn();
  await checkConsole(api);
  const sentry = await checkAlert(api);
  checkServerRights();
  checkDatabaseRights();
  checkCommands();
  await checkRestart(sentry);
  await checkRestore(sentry.alert);
  await checkUpgrade();
  await checkBroker(sentry);
  await checkFailover();
} catch (error) {
  const { message, stderr } = error as { message?: string; stderr?: string };
  check('the check ran to its end', false, `${message}\n${stderr ?? ''}`);
} finally {
  takeDown();
}
const failed = failedChecks();
print(failed === 0 ? 'The image is good.' : `${failed} FAILED`);
process.exit(failed === 0 ? 0 : 1);
