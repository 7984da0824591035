// npm start: prepares what is missing, then hands over to apps/cli/src/serve.ts under the Node it brought; with --prepare, no more than that.
import { join } from 'node:path';
import { exitWithError, NODE, prepare, ROOT, replaceProcess } from './lib/prepare.mjs';

try {
  await prepare({ console: true });
  if (!process.argv.includes('--prepare'))
    replaceProcess(NODE, [
      '--disable-warning=ExperimentalWarning',
      join(ROOT, 'apps/cli/src/serve.ts'),
      ...process.argv.slice(2),
    ]);
} catch (error) {
  exitWithError(error);
}
