/** Where this checkout (or image) and its data lie. */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const MIGRATIONS = join(ROOT, 'prisma/migrations');
/** The server's program, run as a process of its own: the built one by a built launcher (tools/build-programs.ts). */
export const SERVER_MAIN = join(
  ROOT,
  process.argv[1]?.endsWith('.mjs') === true ? 'apps/server/dist/main.mjs' : 'apps/server/src/main.ts',
);

/** Absolute; PICKET_DATA_DIR, else data beside the code. */
export const dataFolder = (): string => resolve(ROOT, process.env.PICKET_DATA_DIR ?? 'data');
