import { expect, test } from 'vitest';
import { TestedValues } from './tested-values.ts';

const AIR = {
  name: 'Air',
  class: 'temperature',
  unit: '°C',
  device: 'Cellar',
  topic: 'cellar/esp32',
  path: 't',
  on: 'true',
  off: 'false',
} as const;

test('the newest message at each topic is read; a topic without one is named', () => {
  const tested = new TestedValues([AIR, { ...AIR, name: 'Roof', topic: 'roof/esp32' }]);
  expect([tested.topics, tested.isWanted, tested.isComplete]).toEqual([['cellar/esp32', 'roof/esp32'], true, false]);
  for (const [topic, text] of [
    ['cellar/esp32', '{"t":20}'],
    ['elsewhere', '{"t":99}'],
    ['cellar/esp32', '{"t":21}'],
  ] as const)
    tested.take(topic, Buffer.from(text));
  expect(tested.results()).toEqual([
    { name: 'Cellar, Air', unit: '°C', value: 21, found: '{"t":21}' },
    { name: 'Cellar, Roof', unit: '°C', problem: 'NO_MESSAGE' },
  ]);
  tested.take('roof/esp32', Buffer.from('hello'));
  expect([tested.isComplete, tested.results()[1]]).toMatchObject([true, { problem: 'MISSING', found: 'hello' }]);
});

test('a long message is cut, and the value in its first 64 KB is read', () => {
  const tested = new TestedValues([{ ...AIR, path: '' }]);
  tested.take('cellar/esp32', Buffer.from(`${' '.repeat(70_000)}21`));
  expect(tested.results()[0]).toMatchObject({ problem: 'NOT_A_NUMBER' });
  expect(new TestedValues([]).isWanted).toBe(false);
});
