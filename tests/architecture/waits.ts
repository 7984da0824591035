/** A rule about tests: they wait for what they expect, not for time to pass. */
import { isCode, isTest, type SourceFile } from './repository.ts';
import type { SourceRule } from './source-rule.ts';
import { fieldOf, type Node, nameOf, parseModule, walk } from './syntax.ts';

/** Tests of faults need load for a while, also where it is a helper of theirs. */
const LOADS = /^tests\/(chaos\/|support\/(acknowledged-reporter|wire)\.ts$)/u;

const isLoop = ({ type }: Node): boolean => /^(While|DoWhile|For|ForOf|ForIn)Statement$/u.test(type);

/** `new Promise((resolve) => setTimeout(resolve, 500))`: the call inside. No time at all lets pending work run first. */
function isPause(node: Node, around: readonly Node[]): boolean {
  if (node.type !== 'CallExpression' || nameOf(fieldOf(node, 'callee')[0]) !== 'setTimeout') return false;
  const [done, ms] = fieldOf(node, 'arguments');
  const isInPromise = around.some(
    (one) => one.type === 'NewExpression' && nameOf(fieldOf(one, 'callee')[0]) === 'Promise',
  );
  return isInPromise && done?.type === 'Identifier' && ms?.value !== 0;
}

/** What the module calls the `setTimeout` that returns a promise. */
function pauseNames(program: Node): ReadonlySet<string> {
  const names = new Set<string>();
  walk(program, (node) => {
    if (node.type !== 'ImportDeclaration' || !/^(node:)?timers\/promises$/u.test(sourceOf(node))) return;
    for (const one of fieldOf(node, 'specifiers'))
      if (nameOf(fieldOf(one, 'imported')[0]) === 'setTimeout') names.add(nameOf(fieldOf(one, 'local')[0]));
  });
  return names;
}

const sourceOf = (node: Node): string => {
  const [source] = fieldOf(node, 'source');
  return typeof source?.value === 'string' ? source.value : '';
};

/** `await setTimeout(500)`, of `node:timers/promises`. */
const isPromisedPause = (node: Node, names: ReadonlySet<string>): boolean =>
  node.type === 'CallExpression' &&
  names.has(nameOf(fieldOf(node, 'callee')[0])) &&
  fieldOf(node, 'arguments')[0]?.value !== 0;

const isBrowserPause = (node: Node): boolean =>
  node.type === 'MemberExpression' && nameOf(fieldOf(node, 'property')[0]) === 'waitForTimeout';

/** Pauses that are not between two polls. A file with faked timers passes the time itself. */
function pausesIn({ path, text }: SourceFile): string[] {
  if (!/setTimeout|waitForTimeout/u.test(text) || text.includes('useFakeTimers')) return [];
  const { program } = parseModule(path, text);
  const names = pauseNames(program);
  let found = false;
  walk(program, (node, around) => {
    const pauses = isPause(node, around) || isPromisedPause(node, names) || isBrowserPause(node);
    found ||= pauses && !around.some(isLoop);
  });
  return found ? [path] : [];
}

const planted = (text: string): SourceFile => ({ path: 'apps/server/test/planted.test.ts', text });

export const WAIT_RULES: readonly SourceRule[] = [
  {
    name: 'tests-wait-for-conditions',
    offenders: (files) =>
      files.filter((file) => isCode(file) && isTest(file) && !LOADS.test(file.path)).flatMap(pausesIn),
    violations: [
      planted("import { setTimeout as sleep } from 'node:timers/promises';\ntest('a', () => sleep(300));"),
      planted("test('a', async () => { await new Promise((resolve) => setTimeout(resolve, 300)); });"),
      { path: 'tests/journeys/planted.test.ts', text: "test('a', () => page.waitForTimeout(6000));" },
    ],
  },
];
