// Runs a TypeScript file (or, with --bin, a package's command) under the Node Picket brings, after preparing what is missing.
import { resolve } from 'node:path';
import { exitWithError, NODE, prepare, ROOT, replaceProcess } from './lib/prepare.mjs';

try {
  const [first = '', ...rest] = process.argv.slice(2);
  await prepare();
  if (first === '--bin') replaceProcess('pnpm', ['exec', ...rest]);
  else replaceProcess(NODE, ['--disable-warning=ExperimentalWarning', resolve(ROOT, first), ...rest]);
} catch (error) {
  exitWithError(error);
}
