import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type ConfigEnv, defineConfig, type UserConfig } from 'vite';
import { chunkGroups } from './chunk-groups.ts';
import { compressedFiles } from './compressed-files.ts';
import { firstPageFiles } from './first-page-files.ts';
import { firstScreen } from './first-screen-build.ts';
import { helpPages } from './help-pages.ts';
import { texts } from './texts-plugin.ts';

/** A class of a module, such as bar-x3f9. Vite's own name has the line in its sheet too: pages load longer names twice, with the code as well. */
const scopedName = (name: string, file: string): string => {
  const path = relative(import.meta.dirname, file.split('?')[0] ?? file);
  return `${name}-${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`;
};

const config = {
  plugins: [react(), texts()],
  // React has it since 18; SWR still brings one for older versions.
  resolve: { alias: { 'use-sync-external-store/shim': 'react' } },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    // The content security policy lets nothing come from data: addresses but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    chunkSizeWarningLimit: 700,
  },
  // Where `npm run dev` has the server.
  server: { proxy: { '/api': process.env.PICKET_DEV_API ?? 'http://localhost:8080' } },
} satisfies UserConfig;

/** The modules of the first pass and their groups. */
async function firstPass(mode: string): Promise<ReadonlyMap<string, string>> {
  const made = await build({
    ...config,
    plugins: [react(), texts()],
    mode,
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, reportCompressedSize: false },
  });
  if (!('output' in made)) throw new Error('the console is built once, without watching');
  return chunkGroups(made.output);
}

export default defineConfig(async ({ command, mode }: ConfigEnv): Promise<UserConfig> => {
  if (command === 'serve') return config;
  const groups = await firstPass(mode);
  const group = { name: (id: string) => groups.get(id) ?? null, includeDependenciesRecursively: false };
  return {
    ...config,
    plugins: [...config.plugins, firstPageFiles(), firstScreen(config), helpPages(), compressedFiles()],
    build: { ...config.build, rolldownOptions: { output: { codeSplitting: { groups: [group] } } } },
  };
});
