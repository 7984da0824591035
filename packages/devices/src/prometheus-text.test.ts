import { selectorText } from '@picket/domain/metric-selectors';
import { expect, test } from 'vitest';
import { readMetricsPage } from './prometheus-text.ts';

const WANTED = ['temp', 'up', 'a:b'].map((metric) => ({ metric, labels: {} }));

/** The first series of each of these metrics, with value, time, and how many others there are. */
function read(page: string) {
  const answer = readMetricsPage(page, WANTED);
  if (answer.kind !== 'read') return answer;
  return answer.found.flatMap(({ first, others }) =>
    first === null
      ? []
      : [[selectorText({ ...first, labels: Object.fromEntries(first.labels) }), first.value, first.at, others]],
  );
}

test('the page of an exporter', () => {
  const page = [
    '# HELP temp Of the room, with a "quote" and a { brace',
    '# TYPE temp gauge',
    'temp{sensor="temp2",chip="a"} 4.2e+01 1520879607789',
    'temp{chip="platform_coretemp_0",sensor="temp1"} 41.5',
    '# a comment',
    '',
    'other_metric_total 17',
    'up 1',
    'a:b -0.5',
    '# EOF',
  ];
  expect(read(page.join('\n'))).toEqual([
    ['temp{chip="a",sensor="temp2"}', 42, 1_520_879_607_789, 1],
    ['up', 1, null, 0],
    ['a:b', -0.5, null, 0],
  ]);
});

test.each([
  [String.raw`temp{a="say \"x\"",b="c:\\dir\nnext"} 1`, 'temp{a="say \\"x\\"",b="c:\\\\dir\\nnext"}'],
  ['temp{a="}, # = {",} 1', 'temp{a="}, # = {"}'],
  ['temp { a = "1" , b="2" } 1', 'temp{a="1",b="2"}'],
  ['temp{} 1', 'temp'],
  ['\ttemp\t1\r', 'temp'],
  ['temp{a="ü 🙂"} 1 # {trace_id="x"} 0.5', 'temp{a="ü 🙂"}'],
])('%s', (line, series) => {
  expect(read(`${line}\nup 1\n`)).toEqual([
    [series, 1, null, 0],
    ['up', 1, null, 0],
  ]);
});

test.each([
  ['NaN', Number.NaN],
  ['+Inf', Number.POSITIVE_INFINITY],
  ['-Inf', Number.NEGATIVE_INFINITY],
  ['Inf', Number.POSITIVE_INFINITY],
  ['1e400', Number.POSITIVE_INFINITY],
  ['-.5', -0.5],
  ['7.', 7],
])('the value %s', (text, value) => {
  expect(read(`up ${text}\n`)).toEqual([['up', value, null, 0]]);
});

test('seconds with a point are those of OpenMetrics', () => {
  expect(read('up 1 1520879607.789')).toEqual([['up', 1, 1_520_879_607_789, 0]]);
});

test.each([
  'temp',
  'temp{a="1"}',
  'temp{a="1" 1',
  'temp{a=1} 1',
  'temp{a="1} 1',
  String.raw`temp{a="\x"} 1`,
  'temp{a="1",a="2"} 1',
  'temp{1a="x"} 1',
  'temp 1 2 3',
  'temp one',
  'temp 1,5',
  'temp 0x10',
  '{a="b"} 1',
  '1temp 1',
  'temp.x 1',
  '{"error":"not found"}',
  'HTTP is not spoken here',
  '\0\x01\x02',
])('%j is broken, wherever it is', (line) => {
  expect(read(`up 1\n\n${line}\nup 2`)).toEqual({ kind: 'broken', line: 3 });
});

test.each(['<!DOCTYPE html><html></html>', '\n  <html>\nup 1'])('%j is a page for people', (page) => {
  expect(read(page)).toEqual({ kind: 'html' });
});

test('an empty page has no samples', () => {
  expect(read('')).toEqual([]);
  expect(read('\n# only a comment')).toEqual([]);
});

test('4 MB are read at once, whatever they hold, and a line that is too long is broken', () => {
  const broken = { kind: 'broken', line: 1 };
  expect(read(`temp{${'a="1",'.repeat(700_000)}} 1`)).toEqual(broken);
  expect(read(`temp{${Array.from({ length: 150 }, (_, index) => `l${index}="1"`).join()}} 1`)).toEqual(broken);
  expect(read(`temp ${'1'.repeat(4_000_000)}`)).toEqual(broken);
  expect(read(`temp{a="${'x'.repeat(4_000_000)}"} 1`)).toEqual(broken);
  expect(read(`temp{a="${'x'.repeat(60_000)}"} 1`)).toHaveLength(1);
  expect(read('up 1\n'.repeat(800_000))).toEqual([['up', 1, null, 799_999]]);
});

test('the first series that has the labels is taken; an empty text is no label', () => {
  const page = 'temp{a="1",b="2"} 1\ntemp{a="1"} 2\ntemp{a="1"} 3\nup{a="1"} 4\n';
  const firstOf = (metric: string, labels: Record<string, string>) => {
    const answer = readMetricsPage(page, [{ metric, labels }]);
    return answer.kind === 'read' ? answer.found.map(({ first, others }) => [first?.value, others])[0] : answer;
  };
  expect(firstOf('temp', { a: '1' })).toEqual([1, 2]);
  expect(firstOf('temp', { a: '1', b: '' })).toEqual([2, 1]);
  expect(firstOf('temp', { constructor: '1' })).toEqual([undefined, 0]);
  expect(firstOf('up', {})).toEqual([4, 0]);
});
