/** The rules of the house, and proof that whoever breaks them is caught. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Fewer modules than this means that the checker looked past the code. */
const FEWEST_MODULES = 150;

interface Report {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

function cruise(): Report {
  const args = [
    'exec',
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    'apps',
    'packages',
  ];
  try {
    return JSON.parse(
      execFileSync('pnpm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
  } catch (error) {
    // It exits with the number of violations; the report is all the same.
    return JSON.parse((error as { stdout: string }).stdout);
  }
}

const violations = (report: Report): string[] =>
  report.summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`);

function sources(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'generated'].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path, pattern);
    return pattern.test(path) ? [path] : [];
  });
}

describe('imports', () => {
  const canaries: string[] = [];
  afterEach(() => {
    for (const canary of canaries.splice(0)) rmSync(join(ROOT, canary), { force: true });
  });
  const plant = (path: string, text: string): void => {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
    canaries.push(path);
  };

  test('every import goes the right way, and every module was looked at', () => {
    const report = cruise();
    expect(violations(report)).toEqual([]);
    const looked = report.modules.filter(
      ({ source }) => /^(apps|packages)\//u.test(source) && !source.includes('node_modules'),
    );
    expect(looked.length).toBeGreaterThan(FEWEST_MODULES);
  });

  test('canaries: one import the wrong way for each kind of rule is caught', () => {
    plant(
      'apps/server/src/capabilities/tenants/canary.ts',
      `import '../alerts/index.ts';\nimport '../accounts/sign-in.ts';\n`,
    );
    plant('apps/server/src/platform/canary.ts', `import '../app/jobs.ts';\n`);
    plant('packages/domain/src/canary.ts', `import 'node:fs';\n`);
    plant(
      'packages/monitor/src/canary.ts',
      `import type { Alert } from '../../../apps/server/src/main.ts';\nexport type A = Alert;\n`,
    );
    plant('packages/files/src/canary.ts', `import '../../domain/src/index.ts';\n`);
    plant('apps/console/src/ui/canary.ts', `import '../screens/goodbye.tsx';\n`);
    plant('packages/domain/src/canary-a.ts', `import './canary-b.ts';\n`);
    plant('packages/domain/src/canary-b.ts', `import './canary-a.ts';\n`);
    const found = violations(cruise());
    for (const rule of [
      'capability-tenants-knows-suppliers-only',
      'capability-accounts-has-one-face',
      'platform-knows-no-product',
      'domain-stands-alone',
      'monitor-knows-domain-only',
      'packages-know-no-apps',
      'files-know-nothing',
      'console-ui-lib-knows-lower-rooms-only',
      'no-cycles',
    ])
      expect(
        found.some((one) => one.startsWith(`${rule}: `) && one.includes('canary')),
        rule,
      ).toBe(true);
  });
});

/** Files that hold what only some may. */
function holders(folder: string, what: RegExp): string[] {
  return sources(folder, /\.tsx?$/u).filter(
    (path) => !/\.test\.tsx?$/u.test(path) && what.test(readFileSync(join(ROOT, path), 'utf8')),
  );
}

describe('what stands where', () => {
  test('the pure packages ask no clock and roll no dice', () => {
    const impure = /\bDate\.now\(|new Date\(\)|Math\.random\(|Temporal\.Now|setTimeout\(|\bfetch\(/u;
    expect([...holders('packages/domain/src', impure), ...holders('packages/monitor/src', impure)]).toEqual([]);
  });

  test('SQL stands in stores and views only', () => {
    const sql = /\b(SELECT [\s\S]+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b/u;
    const allowed = /(-store\.ts|\/views\/[^/]+\.ts|\/platform\/(migrations|database|pub-sub)\.ts)$/u;
    expect(holders('apps/server/src', sql).filter((path) => !allowed.test(path))).toEqual([]);
  });

  test('settings are read in one place', () => {
    const allowed = ['apps/server/src/main.ts', 'apps/sentry/src/main.ts'];
    expect(
      [...holders('apps/server/src', /process\.env/u), ...holders('apps/sentry/src', /process\.env/u)].filter(
        (path) => !allowed.includes(path),
      ),
    ).toEqual([]);
  });

  test('nothing is put into a page as HTML', () => {
    expect(holders('apps/console/src', /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML/u)).toEqual([]);
  });

  test('whatever is used of Mantine has its styles: without them it works, and looks broken', () => {
    // What a component is made of, besides its own.
    const parts: Readonly<Record<string, readonly string[]>> = {
      MultiSelect: ['Combobox', 'Pill', 'PillsInput'],
      Select: ['Combobox'],
      TextInput: ['Input'],
    };
    const used = sources('apps/console/src', /\.tsx$/u).flatMap((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/u.exec(text) ?? [];
      return names.split(',').map((name) => name.trim());
    });
    expect(new Set(used).size).toBeGreaterThan(10);
    const there = (name: string): boolean =>
      existsSync(join(ROOT, 'apps/console/node_modules/@mantine/core/styles', `${name}.css`));
    const styles = readFileSync(join(ROOT, 'apps/console/src/ui/mantine.css.ts'), 'utf8');
    const missing = [...new Set(used.flatMap((name) => [name, ...(parts[name] ?? [])]))].filter(
      (name) => there(name) && !styles.includes(`styles/${name}.css'`),
    );
    expect(missing).toEqual([]);
  });

  test('base names are unique, so that one search finds one file', () => {
    const names = [...sources('apps', /\.tsx?$/u), ...sources('packages', /\.tsx?$/u)]
      .map((path) => path.split('/').at(-1) ?? '')
      .filter((name) => !['index.ts', 'main.ts', 'main.tsx', 'vite.config.ts'].includes(name));
    const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
    // The words of the product, each in contracts, domain, sentry or console as what it is there.
    const shared = [
      'accounts.ts',
      'audit.ts',
      'alerts.ts',
      'locations.ts',
      'locations.tsx',
      'operations.ts',
      'pages.ts',
      'permissions.ts',
      'policies.ts',
      'primitives.ts',
      'routes.ts',
      'sentries.ts',
      'telemetry.ts',
      'tenants.ts',
      'errors.ts',
      'transitions.ts',
      'weather.ts',
      'zones.ts',
      'sentry-offline.test.ts',
    ];
    expect(twice.filter((name) => !shared.includes(name))).toEqual([]);
  });
});

describe('documents', () => {
  test('every path a document names exists', () => {
    const documents = ['README.md', ...sources('docs', /\.md$/u)];
    const missing = documents.flatMap((document) => {
      const text = readFileSync(join(ROOT, document), 'utf8');
      const cited = [
        ...text.matchAll(
          /`((?:apps|packages|prisma|scripts|tests|docs)\/[\w./-]+)`|\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/gu,
        ),
      ];
      return cited
        .map(([, code, link]) =>
          code === undefined ? relative(ROOT, join(ROOT, dirname(document), link ?? '')) : code,
        )
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((path) => `${document}: ${path}`);
    });
    expect(missing).toEqual([]);
  });
});
