/** Where this checkout (or image) and its data lie. */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const MIGRATIONS = join(ROOT, 'prisma/migrations');
/** A built launcher runs built programs (tools/build-programs.ts). */
const isBuilt = process.argv[1]?.endsWith('.mjs') === true;
/** The server's program, run as a process of its own. */
export const SERVER_MAIN = join(ROOT, isBuilt ? 'apps/server/dist/main.mjs' : 'apps/server/src/main.ts');
/** The program that starts the embedded Postgres. */
export const START_POSTGRES = join(
  ROOT,
  isBuilt ? 'apps/cli/dist/start-postgres.mjs' : 'apps/cli/src/start-postgres.ts',
);

/** Absolute; PICKET_DATA_DIR, else data beside the code. */
export const dataFolder = (): string => resolve(ROOT, process.env.PICKET_DATA_DIR ?? 'data');
