import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ADOPTION_POLICIES } from './adoption-policies.ts';
import { DEFAULT_POLICIES } from './default-policies.ts';
import { METRICS, policyMetricOf } from './metrics.ts';
import { nameKey } from './names.ts';
import { definitionProblems } from './policy-rules.ts';

const GUIDE = readFileSync(new URL('../../../docs/guides/sensors-you-own.md', import.meta.url), 'utf8');

test('each of them is right, watches a metric that no default policy watches, and has a name of its own', () => {
  const watched = DEFAULT_POLICIES.flatMap(({ definition }) =>
    definition.violations.flatMap(({ conditions }) => conditions.map((one) => `${one.sensorMetricId}.${one.column}`)),
  );
  for (const { metric, column, definition } of ADOPTION_POLICIES) {
    expect(definitionProblems(definition)).toEqual([]);
    expect(watched).not.toContain(`${metric}.${column}`);
    expect(Object.keys(METRICS[metric].columns)).toContain(column);
    const conditions = definition.violations.flatMap((violation) => violation.conditions);
    expect(conditions.map((one) => [one.sensorMetricId, one.column])).toEqual([[metric, column]]);
  }
  const names = [...DEFAULT_POLICIES, ...ADOPTION_POLICIES].map(({ name }) => nameKey(name));
  expect(new Set(names).size).toBe(names.length);
});

test('the table of the guide is theirs', () => {
  for (const { name, metric, column, definition } of ADOPTION_POLICIES) {
    const [violation] = definition.violations;
    const [condition] = violation?.conditions ?? [];
    const { unit, range } = policyMetricOf(metric)?.columns[column] ?? { unit: '', range: [] };
    const limit = `${condition?.operator === 'LESS_THAN' ? 'below' : 'above'} ${condition?.threshold}`;
    const cells = [
      name,
      `\`${metric}.${column}\``,
      unit,
      range.join(' to '),
      limit,
      `${violation?.onsetDelay} s`,
      `${violation?.severity}`,
    ];
    expect(GUIDE).toContain(`| ${cells.join(' | ')} |`);
  }
});
