/** The values that a person chooses at a source, as the rows of a form. */
import type { BodyOf } from '@picket/contracts/endpoints';
import { parseSelector, selectorText } from '@picket/domain/metric-selectors';
import { unitOf, unitsOf, type ValueClass, type ValueUnit } from '@picket/domain/value-classes';
import type { Integration } from './use-integrations.ts';

type MetricValues = Extract<BodyOf<'POST /integrations/test'>, { readonly kind: 'PROMETHEUS' }>['values'];

export const MAX_VALUE_ROWS = 50;

/** What every row has, wherever its value is read. */
export type ChosenRow = {
  /** Of the row in this form, wherever it moves. */
  readonly id: number;
  readonly name: string;
  readonly class: ValueClass;
  /** Empty: it has none. */
  readonly unit: ValueUnit | '';
};

export type ValueRow = ChosenRow & {
  /** As the page of the exporter writes it. */
  readonly series: string;
};

export const shownUnit = (unit: ValueUnit | null): ChosenRow['unit'] => unit ?? '';

const firstUnit = (valueClass: ValueClass): ChosenRow['unit'] => unitsOf(valueClass)[0] ?? '';

export const newChosen = (rows: readonly ChosenRow[]): ChosenRow => ({
  id: Math.max(-1, ...rows.map(({ id }) => id)) + 1,
  name: '',
  class: 'temperature',
  unit: firstUnit('temperature'),
});

export const newRow = (rows: readonly ValueRow[]): ValueRow => ({ ...newChosen(rows), series: '' });

/** The row with another class: its unit is kept where it still fits. */
export function withClass<Row extends ChosenRow>(row: Row, valueClass: ValueClass): Row {
  const fits = row.unit !== '' && unitsOf(valueClass).includes(row.unit);
  return { ...row, class: valueClass, unit: fits ? row.unit : firstUnit(valueClass) };
}

/** What is no series is sent as it is, so that the answer says so at its field. */
export const toMetricValues = (rows: readonly ValueRow[]): MetricValues =>
  rows.map(({ name, class: valueClass, unit, series }) => ({
    name: name.trim(),
    class: valueClass,
    ...(unit === '' ? {} : { unit }),
    ...(parseSelector(series) ?? { metric: series, labels: {} }),
  }));

export const rowsOf = (values: Extract<Integration, { readonly kind: 'PROMETHEUS' }>['values']): readonly ValueRow[] =>
  values.map(({ name, class: valueClass, unit, ...selector }, id) => ({
    id,
    name,
    class: valueClass,
    unit: shownUnit(unitOf(valueClass, unit)),
    series: selectorText(selector),
  }));

/** Parts of a request that one field shows, by their path. */
export const VALUE_FIELDS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: MAX_VALUE_ROWS }).flatMap((_, index): readonly (readonly [string, string])[] => [
    [`values.${index}.metric`, `values.${index}.series`],
    [`values.${index}.labels`, `values.${index}.series`],
  ]),
);
