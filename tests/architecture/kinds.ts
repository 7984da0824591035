/** Rules about kinds: what one of them does stands in its table, and nowhere else. */
import { AGGREGATION_NAMES } from '@picket/domain/aggregations';
import { ALERT_KIND_NAMES } from '@picket/domain/alert-kinds';
import { CHANNEL_KINDS } from '@picket/domain/channels';
import { METRIC_KINDS } from '@picket/domain/metrics';
import { OPERATOR_NAMES } from '@picket/domain/operators';
import { isCode, isTest, type SourceFile } from './repository.ts';
import type { SourceRule } from './source-rule.ts';
import { fieldOf, type Node, parseModule, walk } from './syntax.ts';

/** Whether a node asks if something is one particular kind of these. */
function comparesKind(node: Node, names: ReadonlySet<unknown>): boolean {
  const isKind = (side: Node): boolean => side.type === 'Literal' && names.has(side.value);
  if (node.type === 'SwitchCase') return fieldOf(node, 'test').some(isKind);
  return (
    node.type === 'BinaryExpression' &&
    /^[!=]==?$/u.test(String(node.operator)) &&
    [...fieldOf(node, 'left'), ...fieldOf(node, 'right')].some(isKind)
  );
}

function hasComparison({ path, text }: SourceFile, names: ReadonlySet<string>): boolean {
  if (!names.values().some((name) => text.includes(name))) return false;
  let found = false;
  walk(parseModule(path, text).program, (node) => {
    found ||= comparesKind(node, names);
  });
  return found;
}

/** A rule about the kinds of one table. */
function comparedInTableOnly(
  kinds: string,
  { table, names, violations }: { table: string; names: readonly string[]; violations: SourceRule['violations'] },
): SourceRule {
  const known = new Set(names);
  return {
    name: `${kinds}-are-compared-in-their-table-only`,
    offenders: (files) =>
      files
        .filter((file) => isCode(file) && !isTest(file) && file.path !== table)
        .filter((file) => hasComparison(file, known))
        .map(({ path }) => path),
    violations,
  };
}

const planted = (text: string): SourceFile => ({ path: 'apps/console/src/lib/a.ts', text });

export const KIND_RULES: readonly SourceRule[] = [
  comparedInTableOnly('operators', {
    table: 'packages/domain/src/operators.ts',
    names: OPERATOR_NAMES,
    violations: [
      planted("export const side = (operator) => (operator === 'LESS_THAN' ? 'below' : 'above');"),
      planted("export const isAbove = ({ operator }) => 'GREATER_THAN' !== operator;"),
      planted("switch (operator) { case 'CHANGED': start(); }"),
    ],
  }),
  comparedInTableOnly('aggregations', {
    table: 'packages/domain/src/aggregations.ts',
    names: AGGREGATION_NAMES,
    violations: [planted("export const unit = ({ grab }) => (grab === 'COUNT' ? undefined : '°C');")],
  }),
  comparedInTableOnly('channels', {
    table: 'packages/domain/src/channels.ts',
    names: CHANNEL_KINDS,
    violations: [planted("export const isInBrowser = ({ channel }) => channel === 'PUSH';")],
  }),
  comparedInTableOnly('alert-kinds', {
    table: 'packages/domain/src/alert-kinds.ts',
    names: ALERT_KIND_NAMES,
    violations: [planted("export const isWeather = ({ kind }) => kind === 'WEATHER_ALERT';")],
  }),
  comparedInTableOnly('metrics', {
    table: 'packages/domain/src/metrics.ts',
    names: METRIC_KINDS,
    violations: [planted("switch (metric) { case 'fluid_leak': start(); }")],
  }),
];
