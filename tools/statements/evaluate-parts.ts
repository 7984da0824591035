/** Parts of values: the fields of an object, and what a function may return. */
import type { Expression, Node, ObjectLiteralExpression } from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isBlock,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isPropertyAssignment,
  isReturnStatement,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isStringLiteral,
} from 'typescript/unstable/ast/is';
import type { Evaluation } from './evaluation.ts';
import { type Fields, isFields, Later, type Scope, type Value } from './values.ts';

export function fieldsOf(evaluator: Evaluation, { properties }: ObjectLiteralExpression, scope: Scope): Fields {
  const fields = new Map<string, Value>();
  for (const property of properties) {
    if (isPropertyAssignment(property)) {
      const { name, initializer } = property;
      if (isIdentifier(name) || isStringLiteral(name)) fields.set(name.text, new Later(initializer, scope));
    } else if (isShorthandPropertyAssignment(property)) {
      const { name } = property;
      if (isIdentifier(name)) fields.set(name.text, new Later(name, scope));
    } else if (isSpreadAssignment(property)) {
      const spread = evaluator.evaluate(property.expression, scope);
      if (isFields(spread)) for (const [name, value] of spread) fields.set(name, value);
    }
  }
  return fields;
}

/** The expressions that a function may return, in order. */
export function returnedBy(node: Node): readonly Expression[] {
  if (!(isArrowFunction(node) || isFunctionDeclaration(node) || isFunctionExpression(node))) return [];
  const { body } = node;
  if (body === undefined) return [];
  if (!isBlock(body)) return [body];
  const returned: Expression[] = [];
  const collect = (part: Node): void => {
    if (isArrowFunction(part) || isFunctionDeclaration(part) || isFunctionExpression(part) || isMethodDeclaration(part))
      return;
    if (isReturnStatement(part) && part.expression !== undefined) returned.push(part.expression);
    part.forEachChild(collect);
  };
  body.forEachChild(collect);
  return returned;
}
