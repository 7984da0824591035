/** A reading of a card as it is now: the newer of the fetched and the live one, with its age. */
import type { LocationCardOut } from '@picket/contracts/types';
import type { ShownValue } from '../../lib/formats.ts';
import { useLiveReading } from '../../lib/live-readings.ts';
import { useNow } from '../../lib/now.ts';
import { useFormats } from '../../lib/use-formats.ts';

export interface CardReading {
  /** As stored; null: unknown. */
  readonly value: number | null;
  /** null: unknown. */
  readonly shown: ShownValue | null;
  readonly at: number;
  readonly age: number;
  /** Past its hold time: the age says more than the value. */
  readonly isStale: boolean;
}

export function useCardReading(reading: LocationCardOut['readings'][number]): CardReading {
  const { sentry, sensorMetricId, column, holdSeconds } = reading;
  const now = useNow();
  const formats = useFormats();
  const fetched = { at: Date.parse(reading.at), value: reading.value };
  const { at, value } = useLiveReading(sentry, sensorMetricId, column, fetched);
  const age = Math.max(0, now - at);
  const shown = value === null ? null : formats.value(sensorMetricId, column, value);
  return { value, shown, at, age, isStale: age > holdSeconds * 1000 };
}
