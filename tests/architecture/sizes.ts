/** Rules about length: functions and files a reader follows once, public interfaces that fit a screen, short READMEs. */
import { basename, matchesGlob } from 'node:path';
import { isCode, type SourceFile } from './repository.ts';
import type { SourceRule } from './source-rule.ts';
import { fieldOf, type Node, parseModule, walk } from './syntax.ts';

const MAX_FUNCTION_LINES = 60;
const MAX_FILE_LINES = 350;
const MAX_INDEX_LINES = 40;
const MAX_README_LINES = 20;

const FOLDERS = /^(apps|packages|scripts|bench|deploy|tools|tests|prisma)\//u;
const linesOf = (text: string): number => text.replace(/\n$/u, '').split('\n').length;

/** `a`, `a.b`, or the literal of a computed key. */
function labelOf(node: Node | undefined): string {
  if (node?.type === 'MemberExpression')
    return [...fieldOf(node, 'object'), ...fieldOf(node, 'property')].map(labelOf).join('.');
  if (node?.type === 'CallExpression') return labelOf(fieldOf(node, 'callee')[0]);
  return String(node?.name ?? node?.value ?? '');
}

/** The text a call begins with, as the title of a test; `''` where it begins with something else. */
function titleOf(call: Node): string {
  const [title] = fieldOf(call, 'arguments');
  if (title?.type === 'TemplateLiteral')
    return fieldOf(title, 'quasis')
      .map(({ value }) => String((value as { raw: string }).raw))
      .join('{}');
  return title?.type === 'Literal' ? String(title.value) : '';
}

/** What declares the function, else the call or the name it stands in. */
function nameOfFunction(node: Node, around: readonly Node[]): string {
  const [own] = fieldOf(node, 'id');
  if (own !== undefined) return labelOf(own);
  for (const outside of around) {
    if (outside.type === 'CallExpression') return `${labelOf(outside)}(${titleOf(outside)})`;
    const [name] = [...fieldOf(outside, 'id'), ...fieldOf(outside, 'key'), ...fieldOf(outside, 'left')];
    if (name !== undefined) return labelOf(name);
  }
  return 'unnamed';
}

const isFunction = ({ type }: Node): boolean =>
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type);

/** `describe` only groups tests: it is as long as they are together. */
const isGroupOfTests = (node: Node, [call]: readonly Node[]): boolean =>
  call?.type === 'CallExpression' && !fieldOf(call, 'callee').includes(node) && /^describe\b/u.test(labelOf(call));

function longFunctions({ path, text }: SourceFile): string[] {
  if (linesOf(text) <= MAX_FUNCTION_LINES) return [];
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  const found: string[] = [];
  walk(parseModule(path, text).program, (node, around) => {
    if (!isFunction(node) || isGroupOfTests(node, around)) return;
    const lines = lineAt(node.end) - lineAt(node.start) + 1;
    if (lines > MAX_FUNCTION_LINES) found.push(`${path}: ${nameOfFunction(node, around)}`);
  });
  return [...new Set(found)];
}

/** Folders that a README describes: apps, packages, capabilities, features of the console. */
const DESCRIBED = [
  /^(apps|packages)\/[^/]+(?=\/)/u,
  /^apps\/server\/src\/capabilities\/[^/]+(?=\/)/u,
  /^apps\/console\/src\/features\/[^/]+(?=\/)/u,
];

const STATES_OWNED = '{packages,apps/server/src/capabilities}/*/README.md';
const STATES_OFFERED = 'apps/console/src/features/*/README.md';
const OFFERED = ['Offers', 'Must not know'];

/** The points that a README is to have, and has not: a line of a list that begins so. A feature of the console owns no tables. */
function missingPoints({ path, text }: SourceFile): string[] {
  const points = matchesGlob(path, STATES_OWNED)
    ? ['Owns', ...OFFERED]
    : matchesGlob(path, STATES_OFFERED)
      ? OFFERED
      : [];
  return points.filter((point) => !text.includes(`\n- **${point}** `)).map((point) => `${path}: ${point}`);
}

function foldersWithoutReadme(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const folders = files.flatMap(({ path }) => DESCRIBED.flatMap((folder) => folder.exec(path)?.[0] ?? []));
  return [...new Set(folders)].filter((folder) => !paths.has(`${folder}/README.md`));
}

const longLines = (count: number): string => 'a;\n'.repeat(count);
const longFunction = `export function read() {\n${longLines(MAX_FUNCTION_LINES)}}\n`;

export const SIZE_RULES: readonly SourceRule[] = [
  {
    name: `functions-have-at-most-${MAX_FUNCTION_LINES}-lines`,
    offenders: (files) => files.filter((file) => FOLDERS.test(file.path) && isCode(file)).flatMap(longFunctions),
    violations: [
      { path: 'packages/domain/src/ages.ts', text: longFunction },
      { path: 'apps/console/src/ui/form.tsx', text: `const form = () => {\n${longLines(MAX_FUNCTION_LINES)}};` },
      { path: 'tests/chaos/kill.test.ts', text: `test('a', async () => {\n${longLines(MAX_FUNCTION_LINES)}});` },
      { path: 'apps/console/public/sw.js', text: longFunction },
      { path: 'deploy/compose.test.ts', text: longFunction },
      { path: 'tests/support/wire.ts', text: `class Wire {\nopen() {\n${longLines(MAX_FUNCTION_LINES)}}}` },
    ],
  },
  {
    name: `files-have-at-most-${MAX_FILE_LINES}-lines`,
    offenders: (files) =>
      files
        .filter(({ path, text }) => FOLDERS.test(path) && !path.endsWith('.md') && linesOf(text) > MAX_FILE_LINES)
        .map(({ path }) => path),
    violations: [{ path: 'tests/support/wire.ts', text: longLines(MAX_FILE_LINES + 1) }],
  },
  {
    name: `index-files-have-at-most-${MAX_INDEX_LINES}-lines`,
    offenders: (files) =>
      files
        .filter(({ path, text }) => basename(path) === 'index.ts' && linesOf(text) > MAX_INDEX_LINES)
        .map(({ path }) => path),
    violations: [{ path: 'apps/server/src/capabilities/mail/index.ts', text: longLines(MAX_INDEX_LINES + 1) }],
  },
  {
    name: 'apps-packages-capabilities-and-features-have-a-readme',
    offenders: foldersWithoutReadme,
    violations: [
      { path: 'apps/sentry/src/main.ts', text: '' },
      { path: 'packages/domain/src/ages.ts', text: '' },
      { path: 'apps/console/src/features/zones/zone-row.tsx', text: '' },
      [
        { path: 'apps/server/README.md', text: '' },
        { path: 'apps/server/src/capabilities/mail/index.ts', text: '' },
      ],
    ],
  },
  {
    name: 'readmes-say-what-is-owned-offered-and-not-known',
    offenders: (files) => files.flatMap(missingPoints),
    violations: [
      { path: 'packages/domain/README.md', text: '# Domain\n\n- **Owns** no tables.\n- **Offers** rules.\n' },
      {
        path: 'apps/server/src/capabilities/mail/README.md',
        text: '# Mail\n\n- **Offers** `queueMail`.\n- **Must not know** why.\n',
      },
      { path: 'apps/console/src/features/zones/README.md', text: '# Zones\n\n- **Must not know** alerts.\n' },
    ],
  },
  {
    name: `readmes-have-at-most-${MAX_README_LINES}-lines`,
    offenders: (files) =>
      files
        .filter(
          ({ path, text }) => matchesGlob(path, '{apps,packages}/**/README.md') && linesOf(text) > MAX_README_LINES,
        )
        .map(({ path }) => path),
    violations: [{ path: 'packages/domain/README.md', text: longLines(MAX_README_LINES + 1) }],
  },
];
