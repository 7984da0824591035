/** Fluid sensors discovered at a location: new ones are paired or ignored, each shows its status. */
import { Button } from '@mantine/core';
import type { FluidSensorOut } from '@picket/contracts/types';
import { useState } from 'react';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { hidden } from '../../ui/rich-tags.tsx';
import styles from './fluid-sensors.module.css';
import { type Change, changeSensor, sensorName as nameOf } from './pair.ts';

interface Props {
  readonly location: string;
  readonly found: readonly FluidSensorOut[];
  readonly mayPair: boolean;
}

const NEW_FIRST = ['DISCOVERED', 'PAIRED', 'IGNORED'];

export function FluidSensors({ location, found, mayPair }: Props) {
  const t = useText();
  const formats = useFormats();
  const [busy, setBusy] = useState<string | null>(null);
  const now = useNow();
  const sensors = [...found].sort((a, b) => NEW_FIRST.indexOf(a.status) - NEW_FIRST.indexOf(b.status));
  if (sensors.length === 0) return null;
  const change = async (how: Change, sensor: FluidSensorOut): Promise<void> => {
    setBusy(`${how} ${sensor.sentry} ${nameOf(sensor)}`);
    await changeSensor(t, location, how, sensor);
    setBusy(null);
  };
  const button = (how: Change, sensor: FluidSensorOut) => (
    <Button
      size="xs"
      variant={how === 'subscribe' && sensor.status === 'DISCOVERED' ? 'filled' : 'default'}
      loading={busy === `${how} ${sensor.sentry} ${nameOf(sensor)}`}
      onClick={() => void change(how, sensor)}
    >
      {t.rich(how === 'subscribe' ? 'sensors.fluid.pair' : 'sensors.fluid.ignore', {
        sensor: nameOf(sensor),
        hidden,
      })}
    </Button>
  );
  return (
    <section className="card pad stack" aria-label={t('sensors.fluid.title')}>
      <h2>{t('sensors.fluid.title')}</h2>
      <p className="muted small">{t('sensors.fluid.text')}</p>
      <ul className={styles.sensors}>
        {sensors.map((sensor) => (
          <li key={`${sensor.sentry} ${nameOf(sensor)}`}>
            <span>
              <strong>{nameOf(sensor)}</strong>{' '}
              <span className="muted small num">
                {t(`sensors.fluid.status.${sensor.status}`, { ago: formats.ago(sensor.firstSeenAt, now) })}
              </span>
            </span>
            {mayPair && (
              <span className="row">
                {sensor.status !== 'IGNORED' && button('ignore', sensor)}
                {sensor.status !== 'PAIRED' && button('subscribe', sensor)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
