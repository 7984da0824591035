/** npm run client: writes the published form of @picket/client to packages/client/dist. */
import { fileURLToPath } from 'node:url';
import { buildPackage } from '@picket/client/build';
import { buildApiDocument } from '@picket/contracts/document/build-api-document';

const folder = fileURLToPath(new URL('../../packages/client/dist', import.meta.url));
await buildPackage(buildApiDocument(), folder);
console.log(`Wrote ${folder}`);
