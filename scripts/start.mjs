// npm start: prepares what is missing, then hands over to scripts/serve.ts under the Node it brought; with --prepare, no more than that.
import { join } from 'node:path';
import { become, failed, NODE, prepare, ROOT } from './lib/prepare.mjs';

try {
  await prepare({ console: true });
  if (!process.argv.includes('--prepare'))
    become(NODE, ['--disable-warning=ExperimentalWarning', join(ROOT, 'scripts/serve.ts'), ...process.argv.slice(2)]);
} catch (error) {
  failed(error);
}
