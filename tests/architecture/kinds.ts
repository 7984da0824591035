/** Rules about kinds: what one of them does stands in its table, and nowhere else. */
import { OPERATOR_NAMES } from '@picket/domain/operators';
import { isCode, isTest, type SourceFile } from './repository.ts';
import type { SourceRule } from './source-rule.ts';
import { fieldOf, type Node, parseModule, walk } from './syntax.ts';

const OPERATORS = 'packages/domain/src/operators.ts';

const isOperator = (node: Node): boolean =>
  node.type === 'Literal' && OPERATOR_NAMES.some((name) => name === node.value);

/** Whether a node asks if something is one particular operator. */
function comparesOperator(node: Node): boolean {
  if (node.type === 'SwitchCase') return fieldOf(node, 'test').some(isOperator);
  return (
    node.type === 'BinaryExpression' &&
    /^[!=]==?$/u.test(String(node.operator)) &&
    [...fieldOf(node, 'left'), ...fieldOf(node, 'right')].some(isOperator)
  );
}

function hasComparison({ path, text }: SourceFile): boolean {
  if (!OPERATOR_NAMES.some((name) => text.includes(name))) return false;
  let found = false;
  walk(parseModule(path, text).program, (node) => {
    found ||= comparesOperator(node);
  });
  return found;
}

const planted = (text: string): SourceFile => ({ path: 'apps/console/src/lib/a.ts', text });

export const KIND_RULES: readonly SourceRule[] = [
  {
    name: 'operators-are-compared-in-their-table-only',
    offenders: (files) =>
      files
        .filter((file) => isCode(file) && !isTest(file) && file.path !== OPERATORS)
        .filter(hasComparison)
        .map(({ path }) => path),
    violations: [
      planted("export const side = (operator) => (operator === 'LESS_THAN' ? 'below' : 'above');"),
      planted("export const isAbove = ({ operator }) => 'GREATER_THAN' !== operator;"),
      planted("switch (operator) { case 'CHANGED': start(); }"),
    ],
  },
];
