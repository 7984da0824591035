/** The rules of .dependency-cruiser.cjs hold, and each catches a deliberate violation. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { CONFIG, FORBIDDEN, IMPORT_RULES } from './import-rules.ts';
import {
  DIVIDED_CAPABILITIES,
  PLANTED_IMPORTS,
  type PlantedImport,
  plantedInRanks,
  RANKED_FOLDERS,
  RANKED_KINDS,
  type RankedKind,
  ranksOf,
} from './planted-imports.ts';
import { ROOT } from './repository.ts';
import { withoutExceptions } from './source-rule.ts';

/** Where the rules hold; tests may import anything. */
const FOLDERS = ['apps', 'packages', 'bench', 'tools'];
/** Fewer modules than this means that the checker did not read the code. */
const MIN_MODULES = 150;

interface Report {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
  };
}

/** Checks the imports of the code in a folder that is laid out as the root folder is. */
async function cruise(folder: string): Promise<Report> {
  const program = join(ROOT, 'node_modules/.bin/depcruise');
  const folders = FOLDERS.filter((name) => existsSync(join(folder, name)));
  const args = ['--config', CONFIG, '--output-type', 'json', ...folders];
  try {
    return JSON.parse((await promisify(execFile)(program, args, { cwd: folder, maxBuffer: 1e9 })).stdout);
  } catch (error) {
    // The exit code is the number of violations; the report is complete all the same.
    return JSON.parse((error as { stdout: string }).stdout);
  }
}

const foldersIn = (path: string): string[] =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const foldersOf = (kind: RankedKind): string[] => foldersIn(RANKED_FOLDERS[kind]);

const ranks = (kind: RankedKind): readonly string[] => ranksOf(kind, IMPORT_RULES, foldersOf(kind));

describe('the imports of the code', async () => {
  const report = await cruise(ROOT);

  test('every module was checked', () => {
    const checked = report.modules.filter(({ source }) => /^(apps|packages)\//u.test(source));
    expect(checked.length).toBeGreaterThan(MIN_MODULES);
  });

  test.each(IMPORT_RULES)('%s, apart from the listed exceptions, each of which is needed', (name) => {
    const offenders = report.summary.violations
      .filter(({ rule }) => rule.name === name)
      .map(({ from, to }) => `${from} -> ${to}`);
    expect(withoutExceptions(name, offenders)).toEqual({ offenders: [], unneeded: [] });
  });

  test.each(FORBIDDEN)('$name is about modules that exist', ({ from, to }) => {
    for (const { path } of [from, to])
      expect(
        report.modules.some(({ source }) => new RegExp(path ?? '', 'u').test(source)),
        path,
      ).toBe(true);
  });

  test.each(RANKED_KINDS)('every folder has a rank: %s', (kind) => {
    expect(ranks(kind).toSorted()).toEqual(foldersOf(kind).toSorted());
  });

  test('the folders of a divided capability are ranked', () => {
    const { capability } = RANKED_FOLDERS;
    const divided = foldersIn(capability).filter((name) => foldersIn(`${capability}/${name}`).length > 1);
    expect(divided.toSorted()).toEqual(DIVIDED_CAPABILITIES.toSorted());
  });
});

/** A folder with the planted modules, and empty ones for what they import. */
function plant(imports: readonly PlantedImport[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'planted-imports-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const { from, imports: imported } of imports) write(join(folder, from), `import '${imported}';\n`);
  for (const { from, imports: imported } of imports) {
    const target = join(folder, dirname(from), imported);
    if (imported.startsWith('.') && !existsSync(target)) write(target, 'export {};\n');
  }
  return folder;
}

describe('a deliberate violation is caught', async () => {
  const inRanks = RANKED_KINDS.map((kind) => plantedInRanks(kind, ranks(kind)));
  const planted: Readonly<Record<string, PlantedImport>> = Object.assign({}, PLANTED_IMPORTS, ...inRanks);
  const folder = plant(Object.values(planted));
  const { violations } = (await cruise(folder)).summary;
  rmSync(folder, { recursive: true });

  test.each(IMPORT_RULES)('%s', (name) => {
    const caught = violations.filter(({ rule }) => rule.name === name).map(({ from }) => from);
    expect(caught).toContain(planted[name]?.from);
  });

  test('every planted violation belongs to a rule', () => {
    expect(Object.keys(planted).filter((name) => !IMPORT_RULES.includes(name))).toEqual([]);
  });
});
