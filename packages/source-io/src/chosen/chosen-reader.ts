/** A source whose values are chosen by a person: one device with an entity for each, which is polled, and tested by reading once. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { IntegrationProblem } from '@picket/contracts/integrations';
import {
  type ChosenValue,
  checkedValue,
  chosenDeviceOf,
  chosenEntitiesOf,
  chosenMessagesOf,
  type ReadValue,
} from '@picket/devices/chosen-values';
import type { ValueUnit } from '@picket/domain/value-classes';
import type { PolledSource } from '../polled-source.ts';
import type { SourceNetwork } from '../source-network.ts';

type SourceTest = ResponseOf<'POST /integrations/test'>;

/** A value, and what a test says of where it was found. */
export interface ReadRow {
  readonly read: ReadValue;
  readonly found?: string;
  readonly others?: number;
}

export type ValuesRead =
  /** In the order of the values. */
  | { readonly kind: 'read'; readonly rows: readonly ReadRow[] }
  | { readonly kind: 'failed'; readonly problem: IntegrationProblem };

export interface ChosenReader {
  /** The device, the same for as long as the integration exists, wherever its address leads. */
  readonly place: string;
  readonly deviceName: string;
  readonly pollSeconds: number;
  readonly values: readonly (ChosenValue & { readonly unit: ValueUnit | null })[];
  /** Reads once, within seconds, and soon after `closing` is aborted. */
  readonly read: (network: SourceNetwork, closing: AbortSignal) => Promise<ValuesRead>;
}

/** Of a value that nothing was answered for. */
const MISSING: ReadRow = { read: { kind: 'unknown', problem: 'MISSING' } };

export const polledValues = ({ place, deviceName, pollSeconds, values, read }: ChosenReader): PolledSource => ({
  pollSeconds,
  poll: async (_known, network, closing) => {
    const result = await read(network, closing);
    if (result.kind === 'failed') return result;
    const rows = values.map((chosen, index) => ({ chosen, read: (result.rows[index] ?? MISSING).read }));
    const announcement = {
      kind: 'announced' as const,
      device: chosenDeviceOf(place, deviceName),
      entities: chosenEntitiesOf(place, values, pollSeconds),
      leftOut: [],
    };
    return {
      kind: 'polled',
      devices: [{ place, found: { announcement, messages: chosenMessagesOf(rows) } }],
      leftOut: [],
    };
  },
});

/** Reads the values once, so that a person sees what they are. */
export async function checkValues({ values, read }: ChosenReader, network: SourceNetwork): Promise<SourceTest> {
  const result = await read(network, new AbortController().signal);
  if (result.kind === 'failed') return { connected: false, problem: result.problem, topics: [] };
  return {
    connected: true,
    topics: [],
    values: values.map((chosen, index) => testedOf(chosen, result.rows[index] ?? MISSING)),
  };
}

function testedOf(chosen: ChosenReader['values'][number], { read, found, others = 0 }: ReadRow) {
  const checked = checkedValue({ chosen, read });
  return {
    name: chosen.name,
    ...(chosen.unit === null ? {} : { unit: chosen.unit }),
    // A value that is refused is shown as well: 70 % as a ratio is seen at once.
    ...(read.kind === 'value' && Number.isFinite(read.value) ? { value: read.value } : {}),
    ...(checked.kind === 'unknown' ? { problem: checked.problem } : {}),
    ...(found === undefined ? {} : { found }),
    ...(others === 0 ? {} : { others }),
  };
}
