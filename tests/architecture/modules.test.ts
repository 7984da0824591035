/** Rules of the architecture, and proof that each rule catches a deliberate violation. Words are held in tests/architecture/vocabulary.test.ts. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Fewer modules than this means that the checker did not read the code. */
const MIN_MODULES = 150;

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
    'bench',
    'tools',
  ];
  try {
    return JSON.parse(
      execFileSync('pnpm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
  } catch (error) {
    // The exit code is the number of violations; the report is complete all the same.
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
  const planted: string[] = [];
  afterEach(() => {
    for (const path of planted.splice(0)) rmSync(join(ROOT, path), { force: true });
  });
  const plant = (path: string, text: string): void => {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
    planted.push(path);
  };

  test('every import is allowed, and every module was checked', () => {
    const report = cruise();
    expect(violations(report)).toEqual([]);
    const checked = report.modules.filter(
      ({ source }) => /^(apps|packages)\//u.test(source) && !source.includes('node_modules'),
    );
    expect(checked.length).toBeGreaterThan(MIN_MODULES);
  });

  test('a deliberate violation of each kind of rule is caught', () => {
    plant(
      'apps/server/src/capabilities/tenants/deliberate-violation.ts',
      `import '../alerts/index.ts';\nimport '../auth/sign-in/log-in.ts';\n`,
    );
    plant('apps/server/src/capabilities/auth/mfa/deliberate-violation-mfa.ts', `import '../sign-in/log-in.ts';\n`);
    plant('apps/server/src/platform/deliberate-violation.ts', `import '../app/jobs.ts';\n`);
    plant('packages/domain/src/deliberate-violation.ts', `import 'node:fs';\n`);
    plant(
      'packages/monitor/src/deliberate-violation.ts',
      `import type { Alert } from '../../../apps/server/src/main.ts';\nexport type A = Alert;\n`,
    );
    plant('packages/files/src/deliberate-violation.ts', `import '../../domain/src/index.ts';\n`);
    plant('apps/console/src/ui/deliberate-violation.ts', `import '../screens/goodbye.tsx';\n`);
    plant('apps/cli/src/deliberate-violation.ts', `import '../../server/src/main.ts';\n`);
    plant(
      'apps/sentry/src/deliberate-violation.ts',
      `import '@picket/server/restart-backoff';\nimport '../../server/src/commands.ts';\n`,
    );
    plant('bench/deliberate-violation.ts', `import '../apps/cli/src/serve.ts';\n`);
    plant('packages/domain/src/deliberate-violation-a.ts', `import './deliberate-violation-b.ts';\n`);
    plant('packages/domain/src/deliberate-violation-b.ts', `import './deliberate-violation-a.ts';\n`);
    const found = violations(cruise());
    for (const rule of [
      'capability-tenants-imports-lower-ranks-only',
      'capability-auth-imported-through-index',
      'auth-mfa-imports-lower-ranks-only',
      'platform-imports-no-product-code',
      'domain-imports-nothing',
      'monitor-imports-domain-only',
      'packages-import-no-apps',
      'files-imports-no-package',
      'console-ui-lib-imports-lower-ranks-only',
      'app-server-imported-through-its-package',
      'app-cli-imported-through-its-package',
      'only-cli-imports-other-apps',
      'no-cycles',
    ])
      expect(
        found.some((one) => one.startsWith(`${rule}: `) && one.includes('deliberate-violation')),
        rule,
      ).toBe(true);
  });
});

/** Modules without tests whose text matches. */
function modulesMatching(folder: string, pattern: RegExp): string[] {
  return sources(folder, /\.tsx?$/u).filter(
    (path) => !/\.test\.tsx?$/u.test(path) && pattern.test(readFileSync(join(ROOT, path), 'utf8')),
  );
}

describe('where code belongs', () => {
  test('the pure packages read no clock and no random numbers', () => {
    const impure = /\bDate\.now\(|new Date\(\)|Math\.random\(|Temporal\.Now|setTimeout\(|\bfetch\(/u;
    expect([
      ...modulesMatching('packages/domain/src', impure),
      ...modulesMatching('packages/monitor/src', impure),
    ]).toEqual([]);
  });

  test('SQL belongs to stores and views', () => {
    const sql = /\b(SELECT [\s\S]+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b/u;
    const allowed = /(-store\.ts|\/views\/[^/]+\.ts|\/platform\/(db\/migrations|db\/database|pubsub\/pub-sub)\.ts)$/u;
    expect(modulesMatching('apps/server/src', sql).filter((path) => !allowed.test(path))).toEqual([]);
  });

  test('only main.ts reads environment variables', () => {
    const allowed = ['apps/server/src/main.ts', 'apps/sentry/src/main.ts'];
    expect(
      [
        ...modulesMatching('apps/server/src', /process\.env/u),
        ...modulesMatching('apps/sentry/src', /process\.env/u),
      ].filter((path) => !allowed.includes(path)),
    ).toEqual([]);
  });

  test('no function outside the console is named like a React hook', () => {
    const hook = /\b(?:function|const) use[A-Z]\w*/u;
    const folders = ['apps/server/src', 'apps/cli/src', 'apps/sentry/src', 'packages'];
    expect(folders.flatMap((folder) => modulesMatching(folder, hook))).toEqual([]);
  });

  test('no export shadows a global', () => {
    const globals = Object.getOwnPropertyNames(globalThis).filter((name) => /^[a-z]\w+$/u.test(name));
    const shadowing = new RegExp(`^export (?:async )?(?:function|const|let) (?:${globals.join('|')})\\b`, 'mu');
    expect(['apps', 'packages'].flatMap((folder) => modulesMatching(folder, shadowing))).toEqual([]);
  });

  test('the console inserts no HTML strings', () => {
    expect(modulesMatching('apps/console/src', /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML/u)).toEqual([]);
  });

  test('every Mantine component in use has its style sheet', () => {
    // Components that a component is built from: their style sheets are needed as well.
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
    const hasStyleSheet = (name: string): boolean =>
      existsSync(join(ROOT, 'apps/console/node_modules/@mantine/core/styles', `${name}.css`));
    const styles = readFileSync(join(ROOT, 'apps/console/src/ui/mantine.css.ts'), 'utf8');
    const missing = [...new Set(used.flatMap((name) => [name, ...(parts[name] ?? [])]))].filter(
      (name) => hasStyleSheet(name) && !styles.includes(`styles/${name}.css'`),
    );
    expect(missing).toEqual([]);
  });

  test('base names are unique, so that a search by name finds one file', () => {
    const names = [...sources('apps', /\.tsx?$/u), ...sources('packages', /\.tsx?$/u)]
      .map((path) => path.split('/').at(-1) ?? '')
      .filter((name) => !['index.ts', 'main.ts', 'main.tsx', 'vite.config.ts'].includes(name));
    const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
    // Concepts of the product that contracts, domain, sentry and console each have a module for.
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
      'fsck.ts',
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
          /`((?:apps|bench|packages|prisma|scripts|tests|tools|docs)\/[\w./-]+)`|\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/gu,
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
