/**
 * npm start: prepares what is missing. package.json then replaces the shell by the launcher (apps/cli/dist/serve.mjs), so that neither
 * it nor this process stays in memory; with --prepare, nothing is started.
 */
import { exitWithError, prepare } from './lib/prepare.mjs';

try {
  await prepare({ console: true, programs: true });
} catch (error) {
  exitWithError(error);
}
