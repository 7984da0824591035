/** Rules about the place of code: what may stand only in some modules. */
import { existsSync } from 'node:fs';
import { basename, join, matchesGlob } from 'node:path';
import { isCode, isTest, ROOT, type SourceFile } from './repository.ts';
import type { SourceRule } from './source-rule.ts';

const isProduct = (file: SourceFile): boolean => /^(apps|packages)\//u.test(file.path) && isCode(file) && !isTest(file);

interface Place {
  /** Globs of the product's modules the rule is about, and of those among them that may contain it. */
  readonly in: readonly string[];
  readonly except?: readonly string[];
  readonly forbidden: RegExp;
}

const offendersOf = (place: Place) => (files: readonly SourceFile[]) =>
  files
    .filter(isProduct)
    .filter(({ path }) => place.in.some((glob) => matchesGlob(path, glob)))
    .filter(({ path }) => !place.except?.some((glob) => matchesGlob(path, glob)))
    .filter(({ text }) => place.forbidden.test(text))
    .map(({ path }) => path);

const MANTINE_STYLES = 'apps/console/src/ui/mantine.css.ts';

/** Components that a component is built from: their style sheets are needed as well. */
const MANTINE_PARTS: Readonly<Record<string, readonly string[]>> = {
  MultiSelect: ['Combobox', 'Pill', 'PillsInput'],
  Select: ['Combobox'],
  TextInput: ['Input'],
};

function componentsWithoutStyles(files: readonly SourceFile[]): string[] {
  const styles = files.find(({ path }) => path === MANTINE_STYLES)?.text ?? '';
  const hasStyleSheet = (name: string): boolean =>
    existsSync(join(ROOT, 'apps/console/node_modules/@mantine/core/styles', `${name}.css`));
  return files.filter(isProduct).flatMap(({ path, text }) => {
    const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/u.exec(text) ?? [];
    return names
      .split(',')
      .map((name) => name.trim())
      .flatMap((name) => [name, ...(MANTINE_PARTS[name] ?? [])])
      .filter((name) => hasStyleSheet(name) && !styles.includes(`styles/${name}.css'`))
      .map((name) => `${path}: ${name}`);
  });
}

const SAME_EVERYWHERE = ['index.ts', 'main.ts', 'main.tsx', 'vite.config.ts'];

/** Base names that several files of the product have: a search by name shall find one. */
function repeatedBaseNames(files: readonly SourceFile[]): string[] {
  const names = new Set(SAME_EVERYWHERE);
  const repeated: string[] = [];
  // Each language has a catalog of each feature.
  const named = files.filter(
    ({ path }) => /^(apps|packages)\//u.test(path) && /\.tsx?$/u.test(path) && !/\/locales\//u.test(path),
  );
  for (const { path } of named) {
    const name = basename(path);
    if (names.has(name) && !SAME_EVERYWHERE.includes(name)) repeated.push(name);
    names.add(name);
  }
  return [...new Set(repeated)];
}

export const PLACE_RULES: readonly SourceRule[] = [
  {
    name: 'pure-packages-read-no-clock-and-no-random-numbers',
    offenders: offendersOf({
      in: ['packages/{domain,monitor}/src/**'],
      forbidden: /\bDate\.now\(|new Date\(\)|Math\.random\(|Temporal\.Now|setTimeout\(|\bfetch\(/u,
    }),
    violations: [{ path: 'packages/domain/src/ages.ts', text: 'export const now = () => Date.now();' }],
  },
  {
    name: 'environment-is-read-in-main-only',
    offenders: offendersOf({
      in: ['apps/*/src/**', 'packages/*/src/**'],
      // Each command of operators is a main module.
      except: ['apps/*/src/main.ts', 'apps/cli/src/**'],
      forbidden: /process\.env/u,
    }),
    violations: [{ path: 'apps/server/src/app/jobs.ts', text: 'export const port = process.env.PORT;' }],
  },
  {
    name: 'file-headers-say-input-and-output',
    offenders: offendersOf({
      in: ['apps/**', 'packages/**'],
      forbidden: /^\s*(?:\/\*\*?|\/\/|\*) *(?:Enters|Leaves):/mu,
    }),
    violations: [{ path: 'apps/server/src/app/jobs.ts', text: '/**\n * Enters: the settings.\n */' }],
  },
  {
    name: 'the-console-inserts-no-html',
    offenders: offendersOf({
      in: ['apps/console/src/**'],
      forbidden: /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML/u,
    }),
    violations: [{ path: 'apps/console/src/ui/form.tsx', text: "document.body.innerHTML = '';" }],
  },
  {
    name: 'mantine-components-have-their-style-sheets',
    offenders: componentsWithoutStyles,
    violations: [{ path: 'apps/console/src/ui/form.tsx', text: "import { Select } from '@mantine/core';" }],
  },
  {
    name: 'base-names-are-unique',
    offenders: repeatedBaseNames,
    violations: [
      [
        { path: 'apps/server/src/app/jobs.ts', text: '' },
        { path: 'apps/server/src/platform/jobs.ts', text: '' },
      ],
    ],
  },
];
