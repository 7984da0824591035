/** Calls of functions, and aggregations. */
import type { SyntaxNode } from '@lezer/common';
import {
  AGGREGATIONS,
  type Expression,
  RANGE_FUNCTIONS,
  VALUE_TYPE_NAMES,
  type ValueType,
  valueTypeOf,
} from './expression.ts';
import { nameOf } from './parse-selector.ts';
import { badExpression, notSupported } from './promql-error.ts';
import { childrenOf, type Source, textOf } from './syntax-tree.ts';

type ParseInner = (node: SyntaxNode) => Expression;

const argumentsOf = (node: SyntaxNode): readonly SyntaxNode[] =>
  childrenOf(node).flatMap((part) => (part.name === 'FunctionCallBody' ? childrenOf(part) : []));

function assertType(expression: Expression, expected: ValueType, where: string): void {
  const type = valueTypeOf(expression);
  if (type !== expected)
    throw badExpression(`expected type ${VALUE_TYPE_NAMES[expected]} in ${where}, got ${VALUE_TYPE_NAMES[type]}`);
}

/** `rate(x[5m])`. Throws a PromqlError. */
export function parseFunction(source: Source, node: SyntaxNode, parseInner: ParseInner): Expression {
  const [identifier] = childrenOf(node);
  const written = identifier === undefined ? '' : textOf(source, identifier);
  const name = RANGE_FUNCTIONS.find((one) => one === written);
  if (name === undefined) throw notSupported(`the function ${written}`);
  const [only, ...others] = argumentsOf(node).map(parseInner);
  if (only === undefined || others.length > 0) throw badExpression(`expected 1 argument in call to "${name}"`);
  assertType(only, 'matrix', `call to function "${name}"`);
  if (only.type !== 'range') throw badExpression(`expected a range selector in call to function "${name}"`);
  return { type: 'function', name, of: only.selector };
}

/** `sum by (label) (x)`. Throws a PromqlError. */
export function parseAggregate(source: Source, node: SyntaxNode, parseInner: ParseInner): Expression {
  const parts = childrenOf(node);
  const [operator] = parts;
  const written = operator === undefined ? '' : textOf(source, operator).toLowerCase();
  const aggregation = AGGREGATIONS.find((one) => one === written);
  if (aggregation === undefined) throw notSupported(`the aggregation ${written}`);
  const [of, ...others] = argumentsOf(node).map(parseInner);
  if (of === undefined || others.length > 0)
    throw badExpression(`wrong number of arguments for aggregate expression provided, expected 1`);
  assertType(of, 'vector', 'aggregation expression');
  const modifiers = parts.filter(({ name }) => name === 'AggregateModifier').flatMap(childrenOf);
  return {
    type: 'aggregate',
    aggregation,
    grouping: modifiers.some(({ name }) => name === 'Without') ? 'without' : 'by',
    labels: modifiers
      .filter(({ name }) => name === 'GroupingLabels')
      .flatMap(childrenOf)
      .map((label) => nameOf(source, label)),
    of,
  };
}
