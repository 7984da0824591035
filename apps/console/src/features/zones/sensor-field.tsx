import { Select } from '@mantine/core';
import { useText } from '../../lib/texts.ts';
import { type PictureSensor, pictureSensorText } from './picture-sensors.ts';

interface Props {
  readonly sensors: readonly PictureSensor[];
  readonly sensor: PictureSensor;
  readonly onChange: (id: string) => void;
}

/** Which sensor's zones are shown; nothing where there is one alone. */
export function SensorField({ sensors, sensor, onChange }: Props) {
  const t = useText();
  return sensors.length < 2 ? null : (
    <Select
      label={t('zones.sensorField')}
      allowDeselect={false}
      data={sensors.map((one) => ({ value: one.id, label: pictureSensorText(t, one) }))}
      value={sensor.id}
      onChange={(value) => value !== null && onChange(value)}
    />
  );
}
