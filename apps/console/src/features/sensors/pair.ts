/** Pairing and ignoring fluid sensors (specification, sections 4, 7 and 8): successful only if the response lists the sensor. */
import { api, refresh } from '../../lib/api.ts';
import type { Translator } from '../../lib/texts.ts';
import { showToast } from '../../ui/toasts.ts';
import { isSameSensor, type Sensor } from './discovered-sensors.ts';

export type Change = 'subscribe' | 'ignore';

export const sensorName = ({ model, serial_number }: Sensor): string => `${model} ${serial_number}`;

const bodyOf = (sensors: readonly Sensor[]) => ({
  sensors: sensors.map(({ model, serial_number }) => ({ model, serial_number, type: 'FLUID' as const })),
});

const refreshSensors = (): Promise<unknown> => refresh('GET /views/locations/{guid}');

const subscribeSensors = async (location: string, sensors: readonly Sensor[]): Promise<readonly Sensor[]> =>
  (await api('POST /locations/{guid}/sensors/subscribe', { params: { guid: location }, body: bodyOf(sensors) }))
    .sensors;

const ignoreSensors = async (location: string, sensors: readonly Sensor[]): Promise<readonly Sensor[]> =>
  (await api('POST /locations/{guid}/sensors/ignore', { params: { guid: location }, body: bodyOf(sensors) })).sensors;

/** Changes one sensor and shows a toast; returns whether it succeeded. */
export async function changeSensor(t: Translator, location: string, change: Change, sensor: Sensor): Promise<boolean> {
  try {
    const ask = change === 'subscribe' ? subscribeSensors : ignoreSensors;
    const changed = await ask(location, [sensor]);
    if (!changed.some((one) => isSameSensor(one, sensor))) throw new Error(t(`sensors.outcome.${change}.missing`));
    showToast(t(`sensors.outcome.${change}.good`), sensorName(sensor));
    return true;
  } catch (error) {
    const name = sensorName(sensor);
    const text = error instanceof Error ? t('sensors.outcome.failed', { sensor: name, problem: error.message }) : name;
    showToast(t(`sensors.outcome.${change}.bad`), text);
    return false;
  } finally {
    await refreshSensors();
  }
}

/** Ignores several at once; returns those that are ignored now. */
export async function ignoreSeveral(
  t: Translator,
  location: string,
  sensors: readonly Sensor[],
): Promise<readonly Sensor[]> {
  try {
    const ignored = await ignoreSensors(location, sensors);
    const isWhole = sensors.every((sensor) => ignored.some((one) => isSameSensor(one, sensor)));
    showToast(isWhole ? t('sensors.outcome.several.good') : t('sensors.outcome.several.bad'));
    return ignored;
  } catch {
    showToast(t('sensors.outcome.several.bad'));
    return [];
  } finally {
    await refreshSensors();
  }
}
