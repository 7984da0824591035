/** Works out texts that are made of constants, of calls with constants, and of one of several possible values. */
import type { Expression, Node, TemplateExpression } from 'typescript/unstable/ast';
import { SyntaxKind } from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isSatisfiesExpression,
  isSpreadElement,
  isStringLiteral,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';
import { callMethod } from './evaluate-methods.ts';
import { valueOfName } from './evaluate-names.ts';
import { fieldsOf, returnedBy } from './evaluate-parts.ts';
import type { Evaluation } from './evaluation.ts';
import { excerptOf, type Sources } from './source-program.ts';
import { Choices, Closure, isFields, isList, Later, type Scope, Unknown, type Value } from './values.ts';

/** Calls inside calls; beyond that a text counts as made while running. */
const MAX_DEPTH = 60;

export class Evaluator implements Evaluation {
  readonly sources: Sources;
  readonly choices = new Choices();
  /** The literals that texts were made of. */
  readonly used = new Set<Node>();
  #depth = 0;

  constructor(sources: Sources) {
    this.sources = sources;
  }

  choose<One>(key: unknown, ones: readonly One[]): One | undefined {
    return ones.length < 2 ? ones[0] : ones[this.choices.take(key, ones.length)];
  }

  evaluate(node: Node, scope: Scope): Value {
    if (this.#depth > MAX_DEPTH) return new Unknown(node);
    this.#depth += 1;
    try {
      if (node.kind === SyntaxKind.NullKeyword) return null;
      // null is a value.
      let value = this.#literal(node);
      if (value === undefined) value = this.#part(node, scope);
      if (value === undefined) value = this.#operation(node, scope);
      return value === undefined ? new Unknown(node) : this.force(value);
    } finally {
      this.#depth -= 1;
    }
  }

  force(value: Value): Value {
    return value instanceof Later ? this.evaluate(value.node, value.scope) : value;
  }

  textOf(node: Node, scope: Scope): string | Unknown {
    const value = this.evaluate(node, scope);
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    const chosen = this.choose(this.sources.declarationOf(node) ?? node, this.sources.textsOfType(node));
    return chosen ?? (value instanceof Unknown ? value : new Unknown(node));
  }

  call(called: Value, args: readonly Value[], where: Node): Value {
    if (!(called instanceof Closure)) return new Unknown(where);
    const { node, scope } = called;
    if (!(isArrowFunction(node) || isFunctionDeclaration(node) || isFunctionExpression(node)))
      return new Unknown(where);
    const own = new Map(scope);
    for (const [at, parameter] of node.parameters.entries()) {
      const given = args[at];
      if (given !== undefined) own.set(parameter, given);
      else if (parameter.initializer !== undefined) own.set(parameter, new Later(parameter.initializer, scope));
    }
    const returned = this.choose(where, returnedBy(node));
    return returned === undefined ? new Unknown(where) : this.evaluate(returned, own);
  }

  /** Whether a condition holds; one that is only known while running holds in one run and not in another. */
  holds(node: Expression, scope: Scope): boolean {
    const value = this.evaluate(node, scope);
    if (typeof value === 'boolean') return value;
    if (value === null) return false;
    return this.choose(`${node.getSourceFile().fileName}: ${excerptOf(node)}`, [true, false]) ?? true;
  }

  #literal(node: Node): Value | undefined {
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) {
      this.used.add(node);
      return this.sources.textIn(node);
    }
    if (isNumericLiteral(node)) return Number(node.text);
    if (node.kind === SyntaxKind.TrueKeyword) return true;
    return node.kind === SyntaxKind.FalseKeyword ? false : undefined;
  }

  #part(node: Node, scope: Scope): Value | undefined {
    if (isIdentifier(node)) return valueOfName(this, node, scope);
    if (isTemplateExpression(node)) return this.#template(node, scope);
    if (isArrowFunction(node) || isFunctionExpression(node)) return new Closure(node, scope);
    if (isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node))
      return this.evaluate(node.expression, scope);
    if (isObjectLiteralExpression(node)) return fieldsOf(this, node, scope);
    return isArrayLiteralExpression(node) ? this.#list(node.elements, scope) : undefined;
  }

  #operation(node: Node, scope: Scope): Value | undefined {
    if (isPropertyAccessExpression(node)) return this.#field(node.expression, node.name.text, scope);
    if (isElementAccessExpression(node)) {
      const name = this.textOf(node.argumentExpression, scope);
      return name instanceof Unknown ? name : this.#field(node.expression, name, scope);
    }
    if (isConditionalExpression(node))
      return this.evaluate(this.holds(node.condition, scope) ? node.whenTrue : node.whenFalse, scope);
    if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
      return !this.holds(node.operand, scope);
    if (isBinaryExpression(node)) return this.#binary(node.operatorToken.kind, node.left, node.right, scope);
    if (!isCallExpression(node)) return undefined;
    const args = node.arguments.map((one) => new Later(one, scope));
    const { expression } = node;
    if (!isPropertyAccessExpression(expression)) return this.call(this.evaluate(expression, scope), args, node);
    const on = this.evaluate(expression.expression, scope);
    const own = isFields(on) ? on.get(expression.name.text) : undefined;
    return own === undefined ? callMethod(this, on, expression, args) : this.call(this.force(own), args, node);
  }

  #binary(operator: SyntaxKind, left: Expression, right: Expression, scope: Scope): Value | undefined {
    if (operator === SyntaxKind.PlusToken) {
      const parts = [this.textOf(left, scope), this.textOf(right, scope)];
      return parts.find((part) => part instanceof Unknown) ?? parts.join('');
    }
    if (operator === SyntaxKind.QuestionQuestionToken) {
      const value = this.evaluate(left, scope);
      return value === null ? this.evaluate(right, scope) : value;
    }
    const [one, other] = [this.evaluate(left, scope), this.evaluate(right, scope)];
    if (![one, other].every((value) => value === null || ['string', 'number'].includes(typeof value))) return undefined;
    if (operator === SyntaxKind.MinusToken) return Number(one) - Number(other);
    if (operator === SyntaxKind.EqualsEqualsEqualsToken) return one === other;
    return operator === SyntaxKind.ExclamationEqualsEqualsToken ? one !== other : undefined;
  }

  #field(node: Expression, name: string, scope: Scope): Value | undefined {
    const value = this.evaluate(node, scope);
    // As `?.` has it.
    if (value === null) return null;
    if (isFields(value)) return value.get(name);
    if (!isList(value)) return undefined;
    return name === 'length' ? value.length : value[Number(name)];
  }

  #template(node: TemplateExpression, scope: Scope): Value {
    this.used.add(node);
    let text = this.sources.textIn(node.head);
    for (const { expression, literal } of node.templateSpans) {
      const part = this.textOf(expression, scope);
      if (part instanceof Unknown) return part;
      text += part + this.sources.textIn(literal);
    }
    return text;
  }

  #list(elements: readonly Expression[], scope: Scope): Value | undefined {
    const items: Value[] = [];
    for (const element of elements) {
      if (!isSpreadElement(element)) {
        items.push(new Later(element, scope));
        continue;
      }
      const spread = this.evaluate(element.expression, scope);
      if (!isList(spread)) return spread instanceof Unknown ? spread : undefined;
      items.push(...spread);
    }
    return items;
  }
}
