/**
 * npm run sbom [-- <file>]: the software bill of materials (CycloneDX 1.6, JSON) of what the image has of other authors: the libraries
 * of the server, of the operator's commands and of the console, with versions, licenses and digests. Run by the Dockerfile as well. The
 * base image is not part of it: its publisher describes it.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { omitComponents } from './sbom-components.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const [file = join(ROOT, 'sbom.cdx.json')] = process.argv.slice(2);
const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
const made = execFileSync(
  'pnpm',
  ['sbom', ...format, '--prod', '--filter', '@picket/cli...', '--filter', '@picket/console...'],
  {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const sbom = omitComponents(JSON.parse(made));
writeFileSync(resolve(file), `${JSON.stringify(sbom, null, 1)}\n`);
process.stderr.write(`${sbom.components.length} components: ${resolve(file)}\n`);
