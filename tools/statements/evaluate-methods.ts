/** Methods of texts, lists and objects that statements are put together with. */
import type { PropertyAccessExpression } from 'typescript/unstable/ast';
import { isIdentifier } from 'typescript/unstable/ast/is';
import type { Evaluation } from './evaluation.ts';
import { isFields, isList, Unknown, type Value } from './values.ts';

const isText = (value: Value | undefined): value is string => typeof value === 'string';

function ofText(text: string, method: string, [first, second]: readonly Value[]): Value | undefined {
  if (method === 'replaceAll' && isText(first) && isText(second)) return text.replaceAll(first, second);
  if (method === 'trim') return text.trim();
  return method === 'split' && isText(first) ? text.split(first) : undefined;
}

function ofList(
  evaluator: Evaluation,
  list: readonly Value[],
  called: PropertyAccessExpression,
  args: readonly Value[],
): Value | undefined {
  const method = called.name.text;
  const [first = null] = args;
  const test = (item: Value, at: number): Value => evaluator.call(first, [item, at], called);
  if (method === 'toSorted') return list;
  // Where a condition is only known while running: all that may be left.
  if (method === 'filter') return list.filter((item, at) => test(item, at) !== false);
  if (method === 'find') return list.find((item, at) => test(item, at) === true) ?? null;
  if (method === 'includes')
    return includes(
      list.map((item) => evaluator.force(item)),
      first,
    );
  if (method === 'map' || method === 'flatMap') {
    const results = list.map((item, at) => evaluator.call(first, [item, at], called));
    return method === 'map' ? results : results.flatMap((item) => (isList(item) ? [...item] : [item]));
  }
  if (method === 'indexOf') return list.map((item) => evaluator.force(item)).indexOf(first);
  if (method !== 'join') return undefined;
  const items = list.map((item) => evaluator.force(item));
  const unknown = items.find((item) => !isText(item) && typeof item !== 'number');
  if (unknown === undefined) return items.join(isText(first) ? first : ',');
  return unknown instanceof Unknown ? unknown : undefined;
}

/** null would be a value: what is not known is left open. */
function includes(list: readonly Value[], value: Value): boolean | undefined {
  return isText(value) && list.every(isText) ? list.includes(value) : undefined;
}

function ofObjects(method: string, first: Value | undefined): Value | undefined {
  if (first === undefined || !isFields(first)) return undefined;
  if (method === 'keys') return [...first.keys()];
  if (method === 'values') return [...first.values()];
  return method === 'entries' ? [...first].map(([name, value]) => [name, value]) : undefined;
}

/** What `on.method(…)` returns. */
export function callMethod(
  evaluator: Evaluation,
  on: Value,
  called: PropertyAccessExpression,
  given: readonly Value[],
): Value {
  const args = given.map((one) => evaluator.force(one));
  const { expression, name } = called;
  const isOfObjects = isIdentifier(expression) && expression.text === 'Object';
  const result = isOfObjects
    ? ofObjects(name.text, args[0])
    : isText(on)
      ? ofText(on, name.text, args)
      : isList(on)
        ? ofList(evaluator, on, called, args)
        : undefined;
  return result === undefined ? new Unknown(called.parent) : result;
}
