/** npm run check: types, format, lint, architecture and the tests that need neither a database nor a browser. Installs nothing but packages. */
import { exitWithError, prepare } from './lib/prepare.mjs';
import { TestRun } from './lib/test-steps.mjs';
import { findProgram } from './lib/test-tools.mjs';

try {
  const run = new TestRun();
  await prepare();
  await run.checkSources();
  await run.test(['pure', 'architecture'], { PICKET_PROMTOOL: findProgram('promtool') });
  run.end();
} catch (error) {
  exitWithError(error);
}
