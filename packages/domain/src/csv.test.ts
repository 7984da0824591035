import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

test.each([
  ['Cold store', 'Cold store'],
  [null, ''],
  [-4, '-4'],
  ['-4', "'-4"],
  ['=HYPERLINK("https://evil.example")', '"\'=HYPERLINK(""https://evil.example"")"'],
  ['+1', "'+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['Rack 4, left', '"Rack 4, left"'],
  ['two\nlines', '"two\nlines"'],
  ['a "b"', '"a ""b"""'],
])('%j is the cell %s', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('a line', () => {
  expect(csvLine(['a', 1, null, 'b,c'])).toBe('a,1,,"b,c"');
});
