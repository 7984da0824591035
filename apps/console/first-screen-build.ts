/**
 * Builds what draws the first screens before the console has started: `first-screen.cjs`, with which the server draws them, and the scripts that
 * such a page runs before its first paint and after it. Of the other pages, which nobody draws there, the first has nothing.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite';

const FOLDER = join(import.meta.dirname, 'src/app');
/** What is loaded while a first screen is drawn; texts by their group. */
const DRAWN =
  /\/(?:signed-in-pages|screens\/auth\/sign-in|get-started)\.tsx$|^virtual:texts\/\w+\/(?:start|shell|home|locations)$|^@picket\/i18n\/pseudo$/u;
const NOTHING = '\0nothing';
/** What a browser has, and the server gives stand-ins for. */
const GLOBALS = ['window', 'document', 'navigator', 'localStorage', 'sessionStorage', 'performance'];

/** Leaves out what is loaded later. */
const onlyDrawn = (): Plugin => ({
  name: 'picket-only-drawn',
  enforce: 'pre',
  resolveDynamicImport: (name) => (typeof name === 'string' && !DRAWN.test(name) ? NOTHING : null),
  resolveId: (id) => (id === NOTHING ? id : null),
  load: (id) => (id === NOTHING ? 'export default () => null;' : null),
});

async function codeOf(config: UserConfig, entry: string, format: 'cjs' | 'iife'): Promise<string> {
  const made = await build({
    ...config,
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ...config.build,
      ssr: join(FOLDER, entry),
      write: false,
      minify: true,
      reportCompressedSize: false,
      rolldownOptions: { output: { format, codeSplitting: false } },
    },
  });
  const outputs: readonly Rolldown.RolldownOutput[] = Array.isArray(made) ? made : 'output' in made ? [made] : [];
  const chunk = outputs.flatMap(({ output }) => output).find((file) => file.type === 'chunk');
  if (chunk === undefined) throw new Error(`nothing is made of ${entry}`);
  return chunk.code;
}

export function firstScreen(config: UserConfig): Plugin {
  return {
    name: 'picket-first-screen',
    apply: 'build',
    async generateBundle() {
      const plugins = [onlyDrawn(), ...(config.plugins ?? [])];
      const drawing = await codeOf({ ...config, plugins }, 'first-screen.tsx', 'cjs');
      this.emitFile({
        type: 'asset',
        fileName: 'first-screen.cjs',
        source: `module.exports = (${GLOBALS.join(', ')}) => {\nconst exports = {};\n${drawing}\nreturn exports;\n};\n`,
      });
      for (const name of ['before-paint', 'start-console']) {
        const script = await codeOf(config, `${name}.ts`, 'iife');
        const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8);
        this.emitFile({ type: 'asset', fileName: `assets/${name}-${hash}.js`, source: script });
      }
    },
  };
}
