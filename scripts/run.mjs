/**
 * Runs a TypeScript file (or, with --bin, a package's command) under the Node Picket brings, after preparing what is missing; with
 * --console, the built console too.
 */
import { resolve } from 'node:path';
import { exitWithError, NODE, prepare, ROOT, replaceProcess } from './lib/prepare.mjs';

try {
  const withConsole = process.argv[2] === '--console';
  const [first = '', ...rest] = process.argv.slice(withConsole ? 3 : 2);
  await prepare({ console: withConsole });
  if (first === '--bin') replaceProcess('pnpm', ['exec', ...rest]);
  else replaceProcess(NODE, ['--disable-warning=ExperimentalWarning', resolve(ROOT, first), ...rest]);
} catch (error) {
  exitWithError(error);
}
