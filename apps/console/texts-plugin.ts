/**
 * Gives the console the texts of src/locales and packages/i18n as compiled catalogs, one chunk for each language and group, so that the browser
 * gets no parser and only what its language and screens need. The languages are the folders.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileCatalog } from '@picket/i18n/compile';
import type { Catalog } from '@picket/i18n/messages';
import { SHARED_ENGLISH } from '@picket/i18n/shared-catalogs';
import type { Plugin } from 'vite';
import { TEXT_GROUPS } from './src/locales/groups.ts';

const FOLDER = fileURLToPath(new URL('./src/locales', import.meta.url));
/** Of the texts that messages have as well. */
const SHARED_FOLDER = fileURLToPath(new URL('../../packages/i18n/src/locales', import.meta.url));
/** `virtual:texts` has the loaders; `virtual:texts/de/start` one group of one language. */
const ID = 'virtual:texts';

const listLanguages = (): string[] =>
  readdirSync(FOLDER, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** The source of the module whose default export holds the loaders: language -> group -> import. */
function loadersSource(): string {
  const rows = listLanguages().map((language) => {
    const imports = Object.keys(TEXT_GROUPS).map((group) => `${group}: () => import('${ID}/${language}/${group}')`);
    return `${language}: { ${imports.join(', ')} }`;
  });
  return `export default { ${rows.join(', ')} };`;
}

async function compileFile(path: string): Promise<object> {
  // The time makes Node read it again after a change.
  const module: { readonly default: Catalog } = await import(`${pathToFileURL(path)}?${statSync(path).mtimeMs}`);
  try {
    return compileCatalog(module.default);
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function texts(): Plugin {
  return {
    name: 'picket-texts',
    resolveId: (id) => (id === ID || id.startsWith(`${ID}/`) ? `\0${id}` : undefined),
    async load(id) {
      if (id === `\0${ID}`) return loadersSource();
      if (!id.startsWith(`\0${ID}/`)) return undefined;
      const [language = '', group = ''] = id.slice(ID.length + 2).split('/');
      const names = Object.entries(TEXT_GROUPS).find(([name]) => name === group)?.[1] ?? [];
      const paths = names.map((name) =>
        join(Object.hasOwn(SHARED_ENGLISH, name) ? SHARED_FOLDER : FOLDER, language, `${name}.ts`),
      );
      for (const path of paths) this.addWatchFile(path);
      const catalogs = await Promise.all(paths.map(compileFile));
      return `export default ${JSON.stringify(Object.fromEntries(names.map((name, index) => [name, catalogs[index]])))};`;
    },
  };
}
