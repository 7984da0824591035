/**
 * Writes which files the first pages need (`first-page.json`): the server names them in the page, so that the browser requests all
 * of them at once instead of one after the other, as each is found to import the next.
 */
import type { Plugin, Rolldown } from 'vite';
import { LANGUAGES } from '../../packages/domain/src/languages.ts';

const PAGES = {
  session: ['src/screens/auth/sign-in.tsx'],
  frame: ['src/app/signed-in-pages.tsx'],
  // It comes with the frame.
  locations: [],
  firstSteps: ['src/features/get-started/get-started.tsx'],
  manyLocations: ['src/features/overview/list/long-card-list.tsx'],
  location: ['src/screens/locations/location.tsx', 'src/ui/mantine-scope.tsx'],
} as const;
/** Groups of texts (src/locales/groups.ts) of these pages, in the same order. */
const TEXTS = {
  session: ['start'],
  frame: ['start', 'shell'],
  locations: ['home'],
  firstSteps: ['locations'],
  manyLocations: [],
  location: ['home', 'locations', 'policies'],
} as const;

type Chunk = Extract<Rolldown.OutputBundle[string], { type: 'chunk' }>;

/** A chunk, what it imports statically, and their style sheets. */
function filesOf(root: Chunk, bundle: Rolldown.OutputBundle, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(root.fileName)) return found;
  found.add(root.fileName);
  for (const css of root.viteMetadata?.importedCss ?? []) found.add(css);
  for (const file of root.imports) {
    const imported = bundle[file];
    if (imported?.type === 'chunk') filesOf(imported, bundle, found);
  }
  return found;
}

export function firstPageFiles(): Plugin {
  return {
    name: 'picket-first-page-files',
    apply: 'build',
    enforce: 'post',
    // After the chunks that held nothing but a style sheet are gone.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const filesAt = (end: string): string[] => {
          const root = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end) === true);
          if (root === undefined) throw new Error(`no chunk is made of ${end}`);
          return [...filesOf(root, bundle)];
        };
        const page = bundle['index.html'];
        const html = page?.type === 'asset' ? String(page.source) : '';
        const listed = (ends: readonly string[]): string[] => [
          ...new Set(ends.flatMap(filesAt).filter((file) => !html.includes(file))),
        ];
        const ofLanguage = (language: string) =>
          Object.fromEntries(
            Object.entries(TEXTS).map(([page, groups]) => [
              page,
              listed(groups.map((group) => `virtual:texts/${language}/${group}`)),
            ]),
          );
        const source = JSON.stringify({
          files: Object.fromEntries(Object.entries(PAGES).map(([page, paths]) => [page, listed(paths)])),
          texts: Object.fromEntries(LANGUAGES.map((language) => [language, ofLanguage(language)])),
        });
        this.emitFile({ type: 'asset', fileName: 'first-page.json', source });
      },
    },
  };
}
