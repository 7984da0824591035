/** Where readings come from. Every source feeds the same reporter, and through it the same code path to the server. */
export interface SensorReading {
  readonly sensorMetricId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly values?: Readonly<Record<string, number | null>>;
  readonly frame?: { readonly rows: number; readonly columns: number; readonly data: string };
}

export interface Batch<Item = SensorReading> {
  readonly readings: readonly Item[];
  /** How far a source with an end has come. */
  readonly progress?: { readonly done: number; readonly total: number };
  /** Past readings being caught up: the report announces that more follows. */
  readonly catchingUp?: boolean;
}

export interface Source<Item = SensorReading> {
  readonly name: string;
  /** Yields readings when it is their time. Ends when there are no more, or when `signal` is aborted. */
  batches(intervalSeconds: number, signal: AbortSignal): AsyncIterable<Batch<Item>>;
}
