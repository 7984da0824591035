/** The running version: version, commit, and the licenses of its libraries. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { Version as VersionOut } from '@picket/contracts/operations';
import { z } from 'zod';
import type { Config } from '../../platform/config/config.ts';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
const PACKAGES = ['apps/server', 'apps/console'];

const Manifest = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
});

function readManifestIn(folder: string): z.output<typeof Manifest> | null {
  const path = join(folder, 'package.json');
  return existsSync(path) ? Manifest.parse(JSON.parse(readFileSync(path, 'utf8'))) : null;
}

/** The commit of the checkout this runs from; null where there is none. */
function readCommit(folder: string): string | null {
  const read = (path: string): string | null => {
    const file = join(folder, '.git', path);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
  };
  const head = read('HEAD');
  const branch = head?.startsWith('ref: ') ? head.slice('ref: '.length) : null;
  const commit =
    branch === null
      ? head
      : (read(branch) ??
        read('packed-refs')
          ?.split('\n')
          .find((line) => line.endsWith(` ${branch}`))
          ?.split(' ')[0] ??
        null);
  return commit?.slice(0, 12) ?? null;
}

/** As written by the build, where there is no repository; null elsewhere. */
function readBuiltVersion(): ResponseOf<'GET /version'> | null {
  const path = join(ROOT, 'version.json');
  return existsSync(path) ? VersionOut.parse(JSON.parse(readFileSync(path, 'utf8'))) : null;
}

/** Of the libraries; they do not change while this runs. */
let knownLicenses: ResponseOf<'GET /version'>['licenses'] | null = null;

function readLicenses(): ResponseOf<'GET /version'>['licenses'] {
  const licenses = new Map<string, string>();
  for (const part of PACKAGES)
    for (const name of Object.keys(readManifestIn(join(ROOT, part))?.dependencies ?? {}))
      if (!name.startsWith('@picket/'))
        licenses.set(name, readManifestIn(join(ROOT, part, 'node_modules', name))?.license ?? 'see its own files');
  return [...licenses].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, license]) => ({ name, license }));
}

/** Read once, at start. */
export function readVersion({ commit }: Pick<Config, 'commit'>): ResponseOf<'GET /version'> {
  const built = readBuiltVersion();
  if (built !== null) return commit === null ? built : { ...built, commit };
  knownLicenses ??= readLicenses();
  const made = commit ?? readCommit(ROOT);
  return {
    version: readManifestIn(ROOT)?.version ?? 'unknown',
    ...(made === null ? {} : { commit: made }),
    licenses: knownLicenses,
  };
}
