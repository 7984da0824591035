/** The files under version control, and those that will be: not ignored. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface SourceFile {
  /** From the root folder. */
  readonly path: string;
  readonly text: string;
}

const CODE = /\.(ts|tsx|mts|mjs|cjs|js)$/u;

export const isCode = ({ path }: Pick<SourceFile, 'path'>): boolean => CODE.test(path);
export const isTest = ({ path }: Pick<SourceFile, 'path'>): boolean => /(^|\/)(tests|test)\/|\.test\.tsx?$/u.test(path);

/** Paths from the root folder, in order. */
function listPaths(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e9 }).split('\n');
  return paths.filter((path) => path !== '' && existsSync(join(ROOT, path))).sort();
}

const readFiles = (paths: readonly string[]): SourceFile[] =>
  paths.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** Code, documents, the schema and style sheets; released migrations and pictures left out. */
export function readRepository(): SourceFile[] {
  const text = /\.(ts|tsx|mts|mjs|cjs|js|md|prisma|css)$/u;
  return readFiles(listPaths().filter((path) => text.test(path)));
}
