import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDuration, parseNumber, parseString } from './literals.ts';
import { parseExpression } from './parse-expression.ts';
import { PromqlError } from './promql-error.ts';

function problemOf(text: string): string {
  try {
    return JSON.stringify(parseExpression(text));
  } catch (error) {
    if (error instanceof PromqlError) return `${error.errorType}: ${error.message}`;
    throw error;
  }
}

const MINUTE = 60_000;

test('selectors: matchers, ranges, offsets', () => {
  expect(parseExpression('x{a="1", b!~\'2.*\'}[5m] offset -1h30m')).toMatchObject({
    type: 'range',
    selector: {
      matchers: [
        { label: '__name__', operator: '=', text: 'x' },
        { label: 'a', operator: '=', text: '1' },
        { label: 'b', operator: '!~', text: '2.*' },
      ],
      range: 5 * MINUTE,
      offset: -90 * MINUTE,
    },
  });
  expect(parseExpression('{"x y", "a b"=~`c`} offset 300')).toMatchObject({
    type: 'selector',
    selector: {
      matchers: [
        { label: '__name__', text: 'x y' },
        { label: 'a b', operator: '=~', text: 'c' },
      ],
      offset: 5 * MINUTE,
    },
  });
});

test('operators bind as in Prometheus; parentheses, comments and signs', () => {
  expect(parseExpression('1 + 2 * -3 # six\n')).toMatchObject({
    operator: '+',
    left: { value: 1 },
    right: { operator: '*', left: { value: 2 }, right: { value: -3 } },
  });
  expect(parseExpression('(1 + 2) * x')).toMatchObject({ operator: '*', left: { operator: '+' } });
  expect(parseExpression('-x > bool 2')).toMatchObject({ operator: '>', isBool: true, left: { type: 'negate' } });
});

test('an offset belongs to the selector before it, whatever operators surround it', () => {
  const named = (text: string, offset: number) => ({ type: 'selector', selector: { matchers: [{ text }], offset } });
  expect(parseExpression('a + b offset 5m')).toMatchObject({
    operator: '+',
    left: named('a', 0),
    right: named('b', 5 * MINUTE),
  });
  expect(parseExpression('a + b offset 5m * c')).toMatchObject({
    operator: '+',
    left: named('a', 0),
    right: { operator: '*', left: named('b', 5 * MINUTE), right: named('c', 0) },
  });
  expect(parseExpression('-a offset 5m')).toMatchObject({ type: 'negate', of: named('a', 5 * MINUTE) });
  expect(parseExpression('a - b - -c')).toMatchObject({
    operator: '-',
    left: { operator: '-' },
    right: { type: 'negate' },
  });
  expect(parseExpression('a > b + c * 2 - 1')).toMatchObject({
    operator: '>',
    right: { operator: '-', left: { operator: '+', right: { operator: '*' } } },
  });
});

test('aggregations with their labels before and after', () => {
  expect(parseExpression('sum by (a, "b c") (x)')).toMatchObject({ grouping: 'by', labels: ['a', 'b c'] });
  expect(parseExpression('max(rate(x[5m])) without (a)')).toMatchObject({
    grouping: 'without',
    labels: ['a'],
    of: { type: 'function', name: 'rate' },
  });
});

test.each([
  ['', 'no expression found'],
  ['   ', 'no expression found'],
  ['# nothing', 'parse error'],
  ['x{', 'parse error'],
  ['x{a=b}', 'parse error at char 5: unexpected "b}"'],
  ['sum(', 'unexpected end of input'],
  ['x[0s]', 'duration must be greater than 0'],
  ['{a=~".*"}', 'at least one non-empty matcher'],
  ['x{a=~"("}', 'error parsing regexp'],
  ['x{a=~"(?=b)"}', 'error parsing regexp'],
  [`x{a=~"${'a'.repeat(2001)}"}`, 'regular expressions are too large'],
  ['x{a=~"(abc){900}"}', 'regular expressions are too large'],
  [`x{a=~"a{1000}"} + x{a=~"a{999}"} + x{a=~"bb"}`, 'regular expressions are too large'],
  ['rate(x)', 'expected type range vector in call to function "rate", got instant vector'],
  ['rate(x[5m], 2)', 'expected 1 argument'],
  ['sum(1)', 'expected type instant vector in aggregation expression, got scalar'],
  ['sum(x[5m])', 'got range vector'],
  ['x[5m] + 1', 'only scalar and instant vector types'],
  ['-(x[5m])', 'unary expression'],
  ['1 > 2', 'comparisons between scalars must use BOOL modifier'],
  ['x + bool 2', 'bool modifier'],
  ['(x + 1) offset 5m', 'offset modifier'],
  ['x offset 5m offset 5m', 'multiple times'],
  ['1_0m_x', 'parse error'],
  ['x{a="\\q"}', 'invalid escape'],
  [`${'('.repeat(101)}1${')'.repeat(101)}`, 'nested at most 100 deep'],
  [`${'1+'.repeat(201)}1`, 'nested at most 100 deep'],
  ['1'.repeat(8193), 'at most 8192 characters'],
] as const)('%#: %.60s is refused as wrong', (text, message) => {
  expect(problemOf(text)).toContain('bad_data: ');
  expect(problemOf(text)).toContain(message);
});

test.each([
  ['topk(3, x)', 'the aggregation topk'],
  ['quantile(0.9, x)', 'the aggregation quantile'],
  ['abs(x)', 'the function abs'],
  ['histogram_quantile(0.9, x)', 'the function histogram_quantile'],
  ['x and y', 'the operator and'],
  ['x ^ 2', 'the operator ^'],
  ['x atan2 y', 'the operator atan2'],
  ['x + on(a) y', 'vector matching with on(a)'],
  ['x / ignoring(a) group_left(b) y', 'vector matching with ignoring(a) group_left(b)'],
  ['x[5m:1m]', 'a subquery'],
  ['avg_over_time(x[5m:])', 'a subquery'],
  ['x @ 12', 'the modifier @'],
  ['x anchored', 'the modifier anchored'],
  ['"text"', 'a string as an expression'],
  ['x[5m+1m]', 'the computed duration 5m+1m'],
])('%s is named as not supported', (text, what) => {
  expect(problemOf(text)).toBe(`execution: ${what} is not supported`);
});

test('numbers, durations and strings', () => {
  expect(['1', '.5', '1e3', '0x1F', '1_000', 'Inf', '1h30m', 'x', '1h30', '5 m', ''].map(parseNumber)).toEqual([
    1,
    0.5,
    1000,
    31,
    1000,
    Number.POSITIVE_INFINITY,
    5400,
    null,
    null,
    null,
    null,
  ]);
  expect(parseNumber('NaN')).toBeNaN();
  expect(['15', '0.5', '15s', '1y2w3d4h5m6s7ms', '1ms', 'Inf', '1e300'].map(parseDuration)).toEqual([
    15_000,
    500,
    15_000,
    31_536_000_000 + 2 * 604_800_000 + 3 * 86_400_000 + 4 * 3_600_000 + 306_007,
    1,
    null,
    null,
  ]);
  expect(parseString('"a\\n\\x41\\u00e9\\U0001F600\\101\\\\\\""')).toBe('a\nAé😀A\\"');
  expect(parseString('`\\d`')).toBe('\\d');
});

test('whatever is sent: an expression, or a PromqlError', () => {
  const piece = fc.constantFrom(
    ...[
      'x',
      '(',
      ')',
      '{',
      '}',
      '[5m]',
      ' offset 1h',
      '+',
      '-',
      '> bool',
      'sum',
      ' by ',
      'rate',
      '"',
      '"a"',
      '=~',
      ',',
    ],
    ...['1', '1e', '@', '`', '\\', '#', '\n', ':', 'on', 'avg_over_time(', '\u0000', '\ud800'],
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 40 }).map((all) => all.join('')),
      ),
      (text) => {
        expect(typeof problemOf(text)).toBe('string');
      },
    ),
    { numRuns: 500 },
  );
});
