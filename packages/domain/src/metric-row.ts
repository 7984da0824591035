/** The form of a row of the registry of metrics, and what rows have in common. */
import type { Unit } from './metric-units.ts';
import type { Operator } from './operators.ts';

/** What is computed over the known cells of a picture. */
export type PictureStatistic = 'max' | 'min' | 'mean';

export interface MetricColumn {
  readonly label: string;
  /** What it is called in the sentence of a condition, where the label says too little. */
  readonly sentenceName?: string;
  readonly unit: Unit;
  /** How many decimals a person sees. */
  readonly decimals: number;
  /** What a sensor of this kind can say; a value outside is refused with the reading. */
  readonly range: readonly [min: number, max: number];
  /** What sensors of this kind measure; left out: the whole range. */
  readonly measures?: readonly [min: number, max: number];
  /** What is usually read; known for values whose unit differs between people. */
  readonly usual?: readonly [min: number, max: number];
  /** For counts and states: the text shown when the value is above zero. */
  readonly whenOn?: string;
  /** For states: what is shown instead of a number; for counts: instead of 0 and 1. */
  readonly stateTexts?: readonly [off: string, on: string];
  /** A person sees this many times the stored value. */
  readonly displayFactor?: number;
  /** What a person sees instead of the stored value in its unit, which programs get. */
  readonly shownAs?: { readonly factor: number; readonly unit: Unit; readonly decimals: number };
  /** How a picture is reduced to it. */
  readonly ofPicture?: PictureStatistic;
  /** Another column says nearly the same: it is shown last, or not at all. */
  readonly isSecondary?: true;
}

export interface Metric {
  readonly label: string;
  /** The leading one first. */
  readonly columns: Readonly<Record<string, MetricColumn>>;
  /** The limit of a new condition. */
  readonly usualLimit: { readonly operator: Operator; readonly threshold: number };
  /**
   * What an alert on it reports as lost; `SYMPTOM`: it fails as a direct consequence of lost power or connectivity; null: it is
   * never grouped.
   */
  readonly outage: 'POWER' | 'CONNECTIVITY' | 'SYMPTOM' | null;
  /** Whether a 24 x 32 picture may come instead of, or with, the columns. */
  readonly frame?: 'temperature' | 'motion';
  /** Made by the server; a device cannot send it. */
  readonly madeByServer?: true;
  /** The sentence of its own that a rule has: for being above zero, or for how long it has been missing. */
  readonly ruleSentence?: 'event' | 'missing';
  /** The card of a location shows its leading column: of several sensors the highest value, or any. */
  readonly onCard?: 'highest' | 'any';
}

type Limit = Metric['usualLimit'];

export const above = (threshold: number): Limit => ({ operator: 'GREATER_THAN', threshold });
export const below = (threshold: number): Limit => ({ operator: 'LESS_THAN', threshold });

/** Label and column of a metric that has one. */
export const one = (
  label: string,
  unit: Unit,
  decimals: number,
  range: MetricColumn['range'],
  more: Partial<MetricColumn> = {},
): { readonly label: string; readonly columns: { readonly value: MetricColumn } } => ({
  label,
  columns: { value: { label, unit, decimals, range, ...more } },
});

export const celsius = (label: string, sentenceName: string, ofPicture: PictureStatistic): MetricColumn => ({
  label,
  sentenceName,
  unit: '°C',
  decimals: 1,
  range: [-273.15, 2000],
  measures: [-40, 300],
  usual: [0, 80],
  ofPicture,
});

/** A metric that is on or off, with a sentence of its own for being on. */
export const onOrOff = (
  label: string,
  sentenceName: string,
  whenOn: string,
  stateTexts: readonly [string, string],
) => ({
  ...one(label, 'state', 0, [0, 1], { sentenceName, whenOn, stateTexts }),
  usualLimit: above(0),
  ruleSentence: 'event' as const,
});
