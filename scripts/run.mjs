// Runs a TypeScript file (or, with --bin, a package's command) under the Node Picket brings, after preparing what is missing.
import { resolve } from 'node:path';
import { become, failed, NODE, prepare, ROOT } from './lib/prepare.mjs';

try {
  const [first = '', ...rest] = process.argv.slice(2);
  await prepare();
  if (first === '--bin') become('pnpm', ['exec', ...rest]);
  else become(NODE, ['--disable-warning=ExperimentalWarning', resolve(ROOT, first), ...rest]);
} catch (error) {
  failed(error);
}
