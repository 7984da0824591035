/** What the build of the programs does beside bundling (build-programs.ts). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, relative } from 'node:path';
import type { Plugin } from 'rolldown';

/** Bytes of source in a part of a program, about: V8 needs several times as much while it parses a file, and malloc keeps that. */
const PART_BYTES = 250_000;

/** Paths beside a source stay where they are. */
export const sourcePaths = (folder: string): Plugin => ({
  name: 'source-paths',
  transform: (code, id) => {
    const place = relative(folder, id);
    const there = {
      url: `new URL(${JSON.stringify(place)}, import.meta.url).href`,
      dirname: `(import.meta.dirname + ${JSON.stringify(`/${dirname(place)}`)})`,
    };
    const moved = code.replaceAll(/\bimport\.meta\.(url|dirname)\b/gu, (_all, name: keyof typeof there) => there[name]);
    return moved === code ? null : moved;
  },
});

/**
 * Decides in which file each module goes that the program needs from its start; `parts` gets the names. The order in which they run is
 * cut where no module needs a later one, so that no file needs a later one either: they run in the same order as before.
 */
export const programParts = (entry: string, parts: Map<string, string>): Plugin => ({
  name: 'program-parts',
  buildEnd() {
    const order: string[] = [];
    const places = new Map<string, number>();
    const seen = new Set<string>();
    const importsOf = (id: string): readonly string[] => this.getModuleInfo(id)?.importedIds ?? [];
    const visit = (id: string): void => {
      if (seen.has(id)) return;
      seen.add(id);
      for (const imported of importsOf(id)) visit(imported);
      places.set(id, order.length);
      order.push(id);
    };
    visit(entry);
    let furthest = 0;
    let bytes = 0;
    let part = 1;
    for (const [place, id] of order.entries()) {
      parts.set(id, `part-${part}`);
      furthest = Math.max(furthest, ...importsOf(id).map((imported) => places.get(imported) ?? 0));
      bytes += this.getModuleInfo(id)?.code?.length ?? 0;
      if (bytes < PART_BYTES || furthest > place) continue;
      part += 1;
      bytes = 0;
    }
  },
});

const COMPILER =
  /getQueryCompilerWasmModule: async \(\) => \{\s+const \{ wasm \} = await import\("([^"]+)"\)\s+return await decodeBase64AsWasm\(wasm\)\s+\}/u;

/** Prisma's compiler of queries becomes a file that is read: as text in a module, it would stay in memory twice. */
export const compilerAsFile = (client: string): Plugin => ({
  name: 'compiler-as-file',
  transform: {
    filter: { id: /\/generated\/prisma\/internal\/class\.ts$/u },
    handler(code, id) {
      const [text, module] = COMPILER.exec(code) ?? [];
      if (text === undefined || module === undefined) throw new Error(`${id}: its compiler was not found`);
      const [, base64] =
        /wasm\s*=\s*[`"']([\w+/=]+)[`"']/u.exec(readFileSync(createRequire(client).resolve(module), 'utf8')) ?? [];
      if (base64 === undefined) throw new Error(`${module}: its bytes were not found`);
      const file = this.emitFile({ type: 'asset', name: 'query-compiler.wasm', source: Buffer.from(base64, 'base64') });
      return code.replace(
        text,
        `getQueryCompilerWasmModule: async () => {
          const { readFile } = await import('node:fs/promises');
          return new WebAssembly.Module(await readFile(new URL(import.meta.ROLLUP_FILE_URL_${file})));
        }`,
      );
    },
  },
});
