/** What a name stands for: a constant, a parameter, one of a list, or part of one of these. */
import type { Identifier, Node, ParameterDeclaration } from 'typescript/unstable/ast';
import {
  isArrayBindingPattern,
  isArrowFunction,
  isBindingElement,
  isCallExpression,
  isForOfStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isParameterDeclaration,
  isPropertyAccessExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import type { Evaluation } from './evaluation.ts';
import { calledName } from './source-program.ts';
import { Closure, isFields, isList, type Scope, Unknown, type Value } from './values.ts';

const OVER_LISTS = new Set(['map', 'flatMap', 'filter', 'forEach', 'some', 'every']);

export function valueOfName(evaluator: Evaluation, name: Identifier, scope: Scope): Value {
  if (name.text === 'undefined') return null;
  const declaration = evaluator.sources.declarationOf(name);
  return declaration === null ? new Unknown(name) : valueOfDeclaration(evaluator, declaration, scope);
}

function valueOfDeclaration(evaluator: Evaluation, node: Node, scope: Scope): Value {
  if (isFunctionDeclaration(node)) return new Closure(node, scope);
  if (isBindingElement(node)) return partOf(evaluator, node, scope);
  if (isParameterDeclaration(node)) return valueOfParameter(evaluator, node, scope);
  if (!isVariableDeclaration(node)) return new Unknown(node);
  const loop = node.parent.parent;
  if (isForOfStatement(loop)) return oneOf(evaluator, evaluator.evaluate(loop.expression, scope), loop);
  return node.initializer === undefined ? new Unknown(node) : evaluator.evaluate(node.initializer, scope);
}

const oneOf = (evaluator: Evaluation, list: Value, where: Node): Value => {
  const one = isList(list) ? evaluator.choose(where, list) : undefined;
  return one === undefined ? new Unknown(where) : evaluator.force(one);
};

/** Part of what is taken apart: `{ into }` of an object, `[first]` of a list. */
function partOf(evaluator: Evaluation, node: Node, scope: Scope): Value {
  if (!isBindingElement(node)) return new Unknown(node);
  const pattern = node.parent;
  const whole = valueOfDeclaration(evaluator, pattern.parent, scope);
  if (isArrayBindingPattern(pattern)) {
    const at = pattern.elements.indexOf(node);
    const item = isList(whole) ? whole[at] : undefined;
    return item === undefined ? new Unknown(node) : evaluator.force(item);
  }
  const name = node.propertyName ?? node.name;
  const part = isFields(whole) && name !== undefined && isIdentifier(name) ? whole.get(name.text) : undefined;
  if (part !== undefined) return evaluator.force(part);
  return node.initializer !== undefined && isFields(whole)
    ? evaluator.evaluate(node.initializer, scope)
    : new Unknown(node);
}

function valueOfParameter(evaluator: Evaluation, parameter: ParameterDeclaration, scope: Scope): Value {
  const given = scope.get(parameter);
  if (given !== undefined) return evaluator.force(given);
  const made = parameter.parent;
  const texts = isIdentifier(parameter.name) ? evaluator.sources.textsOfType(parameter.name) : [];
  if (texts.length > 0) return evaluator.choose(parameter, texts) ?? new Unknown(parameter);
  if (!(isArrowFunction(made) || isFunctionDeclaration(made) || isFunctionExpression(made)))
    return new Unknown(parameter);
  const at = parametersOf(made).indexOf(parameter);
  const call = made.parent;
  if (isCallExpression(call) && isPropertyAccessExpression(call.expression) && OVER_LISTS.has(calledName(call)))
    return oneOf(evaluator, evaluator.evaluate(call.expression.expression, scope), call);
  return givenByCallers(evaluator, made, at, parameter);
}

const parametersOf = (made: Node): readonly Node[] => {
  const parameters: Node[] = [];
  made.forEachChild((child) => {
    if (isParameterDeclaration(child)) parameters.push(child);
  });
  return parameters;
};

/** What the callers of a function pass; all of them are in these sources. */
function givenByCallers(evaluator: Evaluation, made: Node, at: number, parameter: ParameterDeclaration): Value {
  const named = isFunctionDeclaration(made) ? made : made.parent;
  const name = isFunctionDeclaration(named) || isVariableDeclaration(named) ? named.name : undefined;
  if (name === undefined || !isIdentifier(name)) return new Unknown(parameter);
  const { calls, declarationOf } = evaluator.sources;
  const callers = (calls.get(name.text) ?? []).filter(({ expression }) => declarationOf(expression) === named);
  const caller = evaluator.choose(made, callers);
  if (caller === undefined) return new Unknown(parameter);
  const given = caller.arguments[at];
  if (given !== undefined) return evaluator.evaluate(given, new Map());
  return parameter.initializer === undefined ? null : evaluator.evaluate(parameter.initializer, new Map());
}
