/** Rules about the style sheets of the console: classes belong to the component beside them. */
import { posix } from 'node:path';
import type { SourceFile } from './repository.ts';
import type { SourceRule } from './source-rule.ts';

const CONSOLE = /^apps\/console\/src\//u;
const MODULE = /\.module\.css$/u;

/** The names of the classes in the selectors of a style sheet. */
function classesOf(css: string): ReadonlySet<string> {
  const selectors = [...css.replaceAll(/\/\*.*?\*\//gsu, '').matchAll(/([^{};]*)\{/gu)].map(
    ([, selector = '']) => selector,
  );
  const names = selectors
    .filter((selector) => !selector.trim().startsWith('@'))
    .flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/giu)].map(([, name = '']) => name));
  return new Set(names);
}

const OF_ALL = /:global\(\.([\w-]+)\)/gu;

/** Classes that every component of the console could have: outside of modules, and those that a module alone declares so. */
function globalClasses(files: readonly SourceFile[]): string[] {
  const sheets = files.filter(({ path }) => CONSOLE.test(path) && path.endsWith('.css'));
  const declared = sheets
    .filter(({ path }) => !MODULE.test(path))
    .map(({ path, text }) => ({ path, names: classesOf(text) }));
  const known = new Set(declared.flatMap(({ names }) => [...names]));
  const inModules = sheets
    .filter(({ path }) => MODULE.test(path))
    .map(({ path, text }) => ({
      path,
      names: new Set([...text.matchAll(OF_ALL)].flatMap(([, name = '']) => (known.has(name) ? [] : [name]))),
    }));
  return [...declared, ...inModules].flatMap(({ path, names }) => [...names].map((name) => `${path}: ${name}`));
}

/** Classes that a component takes from a module which does not have them: the compiler knows no style sheets. */
function missingClasses(files: readonly SourceFile[]): string[] {
  const modules = new Map(
    files.filter(({ path }) => MODULE.test(path)).map(({ path, text }) => [path, classesOf(text)]),
  );
  return files
    .filter(({ path }) => CONSOLE.test(path) && /\.tsx?$/u.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gmu)].flatMap(([, local = '', from = '']) => {
        const names = modules.get(posix.join(posix.dirname(path), from));
        const used = [...text.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'gu'))].map(([, name = '']) => name);
        return used.filter((name) => names?.has(name) !== true).map((name) => `${path}: ${name}`);
      }),
    );
}

export const STYLE_RULES: readonly SourceRule[] = [
  {
    name: 'classes-stand-in-modules',
    offenders: globalClasses,
    violations: [
      { path: 'apps/console/src/features/zones/zone-map.css', text: '@media print {\n  .zone-map {\n  }\n}' },
      { path: 'apps/console/src/features/zones/zone-map.module.css', text: '.map :global(.zone-map) {\n}' },
    ],
  },
  {
    name: 'classes-of-modules-exist',
    offenders: missingClasses,
    violations: [
      [
        {
          path: 'apps/console/src/ui/a.tsx',
          text: "import styles from './a.module.css';\n\nexport const a = styles.wide;",
        },
        { path: 'apps/console/src/ui/a.module.css', text: '.narrow {\n}' },
      ],
      {
        path: 'apps/console/src/ui/b.tsx',
        text: "import styles from './b.module.css';\n\nexport const b = styles.wide;",
      },
    ],
  },
];
