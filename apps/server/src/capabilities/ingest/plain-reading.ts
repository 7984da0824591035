/** Readings as nearly all devices send them: numbers under names, without a picture. Pure. */
import { ReadingBody } from '@picket/contracts/telemetry';
import { parseInstant } from '@picket/domain/time';
import type { z } from 'zod';

type SentReading = z.output<typeof ReadingBody>;
type SentValues = NonNullable<SentReading['values']>;

const MAX_METRIC = 160;
const MAX_INSTANT = 40;
const MAX_COLUMN = 64;

/** Returns a reading as its schema does, many times faster; null: the schema has to decide whether it is valid. */
export function readPlain(sent: unknown): SentReading | null {
  if (typeof sent !== 'object' || sent === null || !('sensorMetricId' in sent && 'at' in sent && 'values' in sent))
    return null;
  const { sensorMetricId, at, values } = sent;
  if (typeof sensorMetricId !== 'string' || sensorMetricId === '' || sensorMetricId.length > MAX_METRIC) return null;
  if (typeof at !== 'string' || at.length > MAX_INSTANT || parseInstant(at) === null) return null;
  if ('frame' in sent || !arePlain(values)) return null;
  return { sensorMetricId, at, values };
}

function arePlain(values: unknown): values is SentValues {
  if (typeof values !== 'object' || values === null || Object.getPrototypeOf(values) !== Object.prototype) return false;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(values);
  return entries.every(
    ([column, value]) =>
      column.length <= MAX_COLUMN &&
      column !== '__proto__' &&
      (value === null || (typeof value === 'number' && Number.isFinite(value))),
  );
}

/** A reading as it was sent, or what is wrong with it. */
export function readReading(sent: unknown): { readonly reading: SentReading } | { readonly problem: Problem } {
  const plain = readPlain(sent);
  if (plain !== null) return { reading: plain };
  const parsed = ReadingBody.safeParse(sent);
  if (parsed.success) return { reading: parsed.data };
  const [issue] = parsed.error.issues;
  return { problem: { path: issue?.path.join('.') ?? '', message: issue?.message ?? 'is wrong' } };
}

interface Problem {
  readonly path: string;
  readonly message: string;
}
