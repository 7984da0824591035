/** Pairing and ignoring fluid sensors (specification, sections 4, 7 and 8): successful only if the response lists the sensor. */
import { api, refresh } from '../../lib/api.ts';
import { showToast } from '../../ui/toasts.ts';

export interface Sensor {
  readonly model: string;
  readonly serial_number: string;
}

export type Change = 'subscribe' | 'ignore';

/** The specification's own words. */
const OUTCOMES = {
  subscribe: {
    good: 'Fluid Sensor Paired Successfully',
    bad: 'Fluid Sensor Pairing Failed',
    missing: 'Sensor was not successfully added to the subscriber list',
  },
  ignore: {
    good: 'Fluid Sensor Ignored Successfully',
    bad: 'Fluid Sensor Ignoring Failed',
    missing: 'Sensor was not successfully added to the ignore list',
  },
} as const;
const SEVERAL_IGNORED = { good: 'Sensors Ignored Successfully', bad: 'Sensor Ignoring Failed' } as const;

export const sensorName = ({ model, serial_number }: Sensor): string => `${model} ${serial_number}`;

export const isSameSensor = (one: Sensor, other: Sensor): boolean =>
  one.model === other.model && one.serial_number === other.serial_number;

const bodyOf = (sensors: readonly Sensor[]) => ({
  sensors: sensors.map(({ model, serial_number }) => ({ model, serial_number, type: 'FLUID' as const })),
});

const subscribeSensors = async (location: string, sensors: readonly Sensor[]): Promise<readonly Sensor[]> =>
  (await api('POST /locations/{guid}/sensors/subscribe', { params: { guid: location }, body: bodyOf(sensors) }))
    .sensors;

const ignoreSensors = async (location: string, sensors: readonly Sensor[]): Promise<readonly Sensor[]> =>
  (await api('POST /locations/{guid}/sensors/ignore', { params: { guid: location }, body: bodyOf(sensors) })).sensors;

/** Changes one sensor and shows a toast; returns whether it succeeded. */
export async function changeSensor(location: string, change: Change, sensor: Sensor): Promise<boolean> {
  const words = OUTCOMES[change];
  try {
    const ask = change === 'subscribe' ? subscribeSensors : ignoreSensors;
    const changed = await ask(location, [sensor]);
    if (!changed.some((one) => isSameSensor(one, sensor))) throw new Error(words.missing);
    showToast(words.good, sensorName(sensor));
    return true;
  } catch (error) {
    showToast(words.bad, `${sensorName(sensor)}${error instanceof Error ? `: ${error.message}` : ''}`);
    return false;
  } finally {
    await refresh('GET /locations/{guid}/sensors');
  }
}

/** Ignores several at once; returns those that are ignored now. */
export async function ignoreSeveral(location: string, sensors: readonly Sensor[]): Promise<readonly Sensor[]> {
  try {
    const ignored = await ignoreSensors(location, sensors);
    const isWhole = sensors.every((sensor) => ignored.some((one) => isSameSensor(one, sensor)));
    showToast(isWhole ? SEVERAL_IGNORED.good : SEVERAL_IGNORED.bad);
    return ignored;
  } catch {
    showToast(SEVERAL_IGNORED.bad);
    return [];
  } finally {
    await refresh('GET /locations/{guid}/sensors');
  }
}
