/** The SQL that takes one shape of the database to another, by Prisma's own engine in its WebAssembly form. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Guarantee: the files beside the package's entry are the ones wasm-bindgen made for exactly this module. */
async function loadEngine(): Promise<typeof SchemaEngine> {
  const folder = dirname(fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm')));
  const glue = await import(pathToFileURL(join(folder, 'schema_engine_bg.js')).href);
  const wasm = new WebAssembly.Module(readFileSync(join(folder, 'schema_engine_bg.wasm')));
  const instance = new WebAssembly.Instance(wasm, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start: () => void }).__wbindgen_start();
  return glue.SchemaEngine;
}

/**
 * SQL from the shape `before` (a schema.prisma's text; null: an empty database) to prisma/schema.prisma, '' when they are
 * equal. `connectionString` names a Postgres the engine asks for its version; nothing is changed there.
 */
export async function diffToSchema(connectionString: string, before: string | null): Promise<string> {
  const path = join(ROOT, 'prisma/schema.prisma');
  const after = { path, content: readFileSync(path, 'utf8') };
  const engine = await loadEngine();
  const schemaEngine = await engine.new(
    { datamodels: [[path, after.content]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString })),
  );
  const { stdout } = await schemaEngine.diff({
    from: before === null ? { tag: 'empty' } : { tag: 'schemaDatamodel', files: [{ path, content: before }] },
    to: { tag: 'schemaDatamodel', files: [after] },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  const sql = stdout ?? '';
  return sql.includes('This is an empty migration') ? '' : sql;
}
