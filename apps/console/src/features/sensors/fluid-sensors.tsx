/** Fluid sensors discovered at a location: new ones are paired or ignored, each shows its status. */
import { Button } from '@mantine/core';
import type { FluidSensorOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { useState } from 'react';
import { useApi } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { type Change, changeSensor, sensorName as nameOf } from './pair.ts';
import './sensors.css';

interface Props {
  readonly location: string;
  readonly mayPair: boolean;
}

const STATUS_WORDS = { DISCOVERED: 'New', PAIRED: 'Paired', IGNORED: 'Ignored' } as const;
const NEW_FIRST = ['DISCOVERED', 'PAIRED', 'IGNORED'];

export function FluidSensors({ location, mayPair }: Props) {
  const { data } = useApi('GET /locations/{guid}/sensors', { params: { guid: location }, query: { limit: 500 } });
  const [busy, setBusy] = useState<string | null>(null);
  const now = useNow();
  const sensors = [...(data?.items ?? [])].sort((a, b) => NEW_FIRST.indexOf(a.status) - NEW_FIRST.indexOf(b.status));
  if (sensors.length === 0) return null;
  const change = async (how: Change, sensor: FluidSensorOut): Promise<void> => {
    setBusy(`${how} ${sensor.sentry} ${nameOf(sensor)}`);
    await changeSensor(location, how, sensor);
    setBusy(null);
  };
  const button = (how: Change, words: string, sensor: FluidSensorOut) => (
    <Button
      size="xs"
      variant={how === 'subscribe' && sensor.status === 'DISCOVERED' ? 'filled' : 'default'}
      loading={busy === `${how} ${sensor.sentry} ${nameOf(sensor)}`}
      onClick={() => void change(how, sensor)}
    >
      {words}
      <span className="visually-hidden"> fluid sensor {nameOf(sensor)}</span>
    </Button>
  );
  return (
    <section className="card pad stack" aria-label="Fluid sensors">
      <h2>Fluid sensors</h2>
      <p className="muted small">Paired sensors are monitored for leaks; the others are only listed.</p>
      <ul className="fluid-sensors">
        {sensors.map((sensor) => (
          <li key={`${sensor.sentry} ${nameOf(sensor)}`}>
            <span>
              <strong>{nameOf(sensor)}</strong>{' '}
              <span className="muted small num">
                {STATUS_WORDS[sensor.status]} · first seen{' '}
                {formatDuration(Math.max(0, now - Date.parse(sensor.firstSeenAt)))} ago
              </span>
            </span>
            {mayPair && (
              <span className="row">
                {sensor.status !== 'IGNORED' && button('ignore', 'Ignore', sensor)}
                {sensor.status !== 'PAIRED' && button('subscribe', 'Pair', sensor)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
