/** Rules about the names that code declares, read from its syntax: declarations of every form, and methods. */
import { isCode, isTest, type SourceFile } from './repository.ts';
import type { SourceRule } from './source-rule.ts';
import { fieldOf, type Node, nameOf, parseModule, walk } from './syntax.ts';

const GLOBALS = new Set(Object.getOwnPropertyNames(globalThis).filter((name) => /^[a-z]\w+$/u.test(name)));
const HOOK = /^use[A-Z]/u;

const isFunction = (node: Node | undefined): boolean =>
  node !== undefined && /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/u.test(node.type);

/** The name of the function that a node declares: a declaration, a variable, a method or a property; `''` of any other node. */
function functionName(node: Node): string {
  if (node.type === 'FunctionDeclaration') return nameOf(fieldOf(node, 'id')[0]);
  if (node.type === 'VariableDeclarator')
    return isFunction(fieldOf(node, 'init')[0]) ? nameOf(fieldOf(node, 'id')[0]) : '';
  const hasKey = ['Property', 'MethodDefinition', 'PropertyDefinition'].includes(node.type);
  return hasKey && isFunction(fieldOf(node, 'value')[0]) ? nameOf(fieldOf(node, 'key')[0]) : '';
}

function hooksIn({ path, text }: SourceFile): string[] {
  if (!/\buse[A-Z]/u.test(text)) return [];
  const found: string[] = [];
  walk(parseModule(path, text).program, (node) => {
    const name = functionName(node);
    if (HOOK.test(name)) found.push(`${path}: ${name}`);
  });
  return found;
}

/** The names that one export gives to other modules. */
function exportedNames(node: Node): string[] {
  if (node.type !== 'ExportNamedDeclaration') return [];
  const declared = fieldOf(node, 'declaration').flatMap((one) =>
    one.type === 'VariableDeclaration' ? fieldOf(one, 'declarations') : [one],
  );
  return [
    ...declared.map((one) => nameOf(fieldOf(one, 'id')[0])),
    ...fieldOf(node, 'specifiers').map((one) => nameOf(fieldOf(one, 'exported')[0])),
  ];
}

const shadowingExports = ({ path, text }: SourceFile): string[] =>
  fieldOf(parseModule(path, text).program, 'body')
    .flatMap(exportedNames)
    .filter((name) => GLOBALS.has(name))
    .map((name) => `${path}: ${name}`);

const isOfProduct = (file: SourceFile): boolean => /^(apps|packages)\//u.test(file.path) && isCode(file);

export const DECLARED_NAME_RULES: readonly SourceRule[] = [
  {
    name: 'hooks-are-of-the-console-only',
    offenders: (files) =>
      files.filter((file) => isCode(file) && !file.path.startsWith('apps/console/')).flatMap(hooksIn),
    violations: [
      { path: 'apps/server/src/app/jobs.ts', text: 'export function useJobs() {}' },
      { path: 'apps/server/test/room.ts', text: 'export let useRoom = () => {};' },
      { path: 'tests/support/wire.ts', text: 'class Wire { useServer() {} }' },
      { path: 'packages/monitor/src/step.ts', text: 'export const step = { useClock: () => 0 };' },
    ],
  },
  {
    name: 'no-export-shadows-a-global',
    offenders: (files) => files.filter((file) => isOfProduct(file) && !isTest(file)).flatMap(shadowingExports),
    violations: [
      { path: 'apps/server/src/app/jobs.ts', text: 'export async function fetch() {}' },
      { path: 'apps/server/src/app/jobs.ts', text: 'const a = 1; export const structuredClone = () => a;' },
      { path: 'apps/server/src/app/jobs.ts', text: 'const start = () => {}; export { start as setTimeout };' },
    ],
  },
];
