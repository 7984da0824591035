/** Validates a definition beyond the format of its fields. */

import { hasWindow } from './aggregations.ts';
import { type FieldProblem, prefixPath } from './field-problems.ts';
import { metricFamilyOf, metricOf, policyMetricOf, SILENCE_METRIC } from './metrics.ts';
import { SILENCE_OPERATOR } from './operators.ts';
import { phrase } from './phrases.ts';
import type { Condition, PolicyDefinition, Violation } from './policies.ts';

/** The columns a policy may name for a metric, or null when there is no such metric. A family (`fluid_leak`) counts. */
function columnsOf(sensorMetricId: string): readonly string[] | null {
  const metric = policyMetricOf(metricFamilyOf(sensorMetricId));
  return metric === null ? null : Object.keys(metric.columns);
}

const seesPictures = (sensorMetricId: string): boolean => metricOf(sensorMetricId)?.frame !== undefined;

/** What is wrong with a definition, by field. */
export function definitionProblems(definition: PolicyDefinition): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  for (const [index, violation] of definition.violations.entries()) {
    const path = `violations.${index}`;
    if (seen.has(violation.description))
      problems.push({ name: `${path}.description`, message: 'two violations have this description' });
    seen.add(violation.description);
    problems.push(...prefixPath(path, violationProblems(violation)));
  }
  return problems;
}

function violationProblems(violation: Violation): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  for (const [index, condition] of violation.conditions.entries()) {
    const path = `conditions.${index}`;
    if (seen.has(condition.sensorMetricId))
      problems.push({ name: `${path}.sensorMetricId`, message: 'two conditions of this violation are on this sensor' });
    seen.add(condition.sensorMetricId);
    problems.push(...prefixPath(path, conditionProblems(condition)));
  }
  if (violation.conditions.length > 1 && seen.has(SILENCE_METRIC))
    problems.push({ name: 'conditions', message: 'silence cannot be combined with other conditions' });
  return problems;
}

function conditionProblems({ sensorMetricId, column, calc, operator, zoneId }: Condition): readonly FieldProblem[] {
  const columns = columnsOf(sensorMetricId);
  if (columns === null)
    return [{ name: 'sensorMetricId', message: phrase('there is no metric {metric}', { metric: sensorMetricId }) }];
  const problems: FieldProblem[] = [];
  if (!columns.includes(column))
    problems.push({
      name: 'column',
      message: phrase('{metric} has no such column; it has {columns}', {
        metric: sensorMetricId,
        columns: columns.join(', '),
      }),
    });
  if (calc.minutes === 0 && hasWindow(calc.grab))
    problems.push({
      name: 'calc.minutes',
      message: phrase('{grab} needs a window of more than 0 minutes', { grab: calc.grab }),
    });
  if (sensorMetricId === SILENCE_METRIC && (operator !== SILENCE_OPERATOR || calc.minutes > 0))
    problems.push({
      name: 'operator',
      message: phrase('silence is compared by {operator} and its own value', { operator: SILENCE_OPERATOR }),
    });
  if (zoneId !== undefined && !seesPictures(sensorMetricId))
    problems.push({
      name: 'zoneId',
      message: phrase('{metric} has no pictures, so no zones', { metric: sensorMetricId }),
    });
  return problems;
}
