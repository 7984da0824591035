/** The rules of .dependency-cruiser.cjs, as far as the tests read them. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './repository.ts';

interface Side {
  readonly path?: string;
}

interface Config {
  readonly forbidden: readonly { readonly name: string; readonly from: Side; readonly to: Side }[];
}

export const CONFIG = join(ROOT, '.dependency-cruiser.cjs');
export const { forbidden: FORBIDDEN }: Config = createRequire(import.meta.url)(CONFIG);
export const IMPORT_RULES: readonly string[] = FORBIDDEN.map(({ name }) => name);

/** What tests/architecture/unused.test.ts holds. */
export const UNUSED_RULE = 'no-unused-exports-files-and-dependencies';
