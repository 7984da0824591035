/**
 * Operators, signs and offsets. The grammar of the editor lets an offset belong to everything on its left (`a + b offset 5m`), so
 * what it found is taken apart into operands and operators, and put together again by the precedence of PromQL.
 */
import type { SyntaxNode } from '@lezer/common';
import {
  ARITHMETIC,
  type BinaryOperator,
  COMPARISONS,
  type Expression,
  isComparison,
  VALUE_TYPE_NAMES,
  valueTypeOf,
} from './expression.ts';
import { badExpression, notSupported } from './promql-error.ts';
import { childrenOf, required, type Source, textOf } from './syntax-tree.ts';

interface Operand {
  /** Signs before it, the first one first. */
  readonly signs: readonly string[];
  readonly node: SyntaxNode;
  /** The duration behind `offset`. */
  readonly offset: SyntaxNode | null;
}

interface Operator {
  readonly operator: BinaryOperator;
  readonly isBool: boolean;
}

/** Operands and the operators between them: one operator fewer. */
interface Chain {
  readonly operands: readonly Operand[];
  readonly operators: readonly Operator[];
}

const PRECEDENCE: readonly (readonly BinaryOperator[])[] = [COMPARISONS, ['+', '-'], ['*', '/', '%']];

const isOperator = (text: string): text is BinaryOperator =>
  [...ARITHMETIC, ...COMPARISONS].some((one) => one === text);

function chainOf(source: Source, node: SyntaxNode): Chain {
  const [first, ...rest] = childrenOf(node);
  switch (node.name) {
    case 'BinaryExpr': {
      const [left, right] = [chainOf(source, required(first)), chainOf(source, required(rest.at(-1)))];
      return {
        operands: [...left.operands, ...right.operands],
        operators: [...left.operators, operatorOf(source, rest.slice(0, -1)), ...right.operators],
      };
    }
    case 'UnaryExpr': {
      const { operands, operators } = chainOf(source, required(rest[0]));
      const [signed, ...others] = operands;
      const sign = textOf(source, required(first));
      return { operands: signed ? [{ ...signed, signs: [sign, ...signed.signs] }, ...others] : [], operators };
    }
    case 'OffsetExpr': {
      const { operands, operators } = chainOf(source, required(first));
      const last = operands.at(-1);
      if (last === undefined || last.offset !== null) throw badExpression('offset may not be set multiple times');
      return { operands: [...operands.slice(0, -1), { ...last, offset: required(rest.at(-1)) }], operators };
    }
    default:
      return { operands: [{ signs: [], node, offset: null }], operators: [] };
  }
}

/** What stands between two operands: the operator, and what modifies it. */
function operatorOf(source: Source, nodes: readonly SyntaxNode[]): Operator {
  const [operatorNode, ...modifiers] = nodes;
  const operator = textOf(source, required(operatorNode));
  if (!isOperator(operator)) throw notSupported(`the operator ${operator}`);
  const other = modifiers.find(({ name }) => name !== 'BoolModifier');
  if (other !== undefined) throw notSupported(`vector matching with ${textOf(source, other)}`);
  return { operator, isBool: modifiers.length > 0 };
}

/** `parseOperand` gets each operand with the duration behind its `offset`. Throws a PromqlError. */
export function parseOperators(
  source: Source,
  node: SyntaxNode,
  parseOperand: (node: SyntaxNode, offset: SyntaxNode | null) => Expression,
): Expression {
  const { operands, operators } = chainOf(source, node);
  const parsed = operands.map(({ signs, node: operand, offset }) =>
    signs.reduceRight(withSign, parseOperand(operand, offset)),
  );
  return build(parsed, operators, 0);
}

/** Splits at the last operator that binds least; operators of one precedence bind from left to right. */
function build(operands: readonly Expression[], operators: readonly Operator[], level: number): Expression {
  const [only] = operands;
  if (operators.length === 0 && only !== undefined) return only;
  const place = operators.findLastIndex(({ operator }) => PRECEDENCE[level]?.includes(operator));
  const split = operators[place];
  if (split === undefined) return build(operands, operators, level + 1);
  const left = build(operands.slice(0, place + 1), operators.slice(0, place), level);
  const right = build(operands.slice(place + 1), operators.slice(place + 1), level + 1);
  return binary(split, left, right);
}

function withSign(of: Expression, sign: string): Expression {
  assertNoMatrix(of, 'unary expression only allowed on expressions of type scalar or instant vector');
  if (sign === '+') return of;
  return of.type === 'number' ? { type: 'number', value: -of.value } : { type: 'negate', of };
}

function binary({ operator, isBool }: Operator, left: Expression, right: Expression): Expression {
  for (const side of [left, right])
    assertNoMatrix(side, 'binary expression must contain only scalar and instant vector types');
  if (isBool && !isComparison(operator)) throw badExpression('bool modifier can only be used on comparison operators');
  const isScalar = valueTypeOf(left) === 'scalar' && valueTypeOf(right) === 'scalar';
  if (isScalar && isComparison(operator) && !isBool)
    throw badExpression('comparisons between scalars must use BOOL modifier');
  return { type: 'binary', operator, isBool, left, right };
}

function assertNoMatrix(expression: Expression, message: string): void {
  const type = valueTypeOf(expression);
  if (type === 'matrix') throw badExpression(`${message}, got ${VALUE_TYPE_NAMES[type]}`);
}
