/** Newly discovered fluid sensors: announced on every page until they are paired, ignored or closed. */
import { Button } from '@mantine/core';
import type { StreamEventOut } from '@picket/contracts/stream';
import { useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '../../lib/api.ts';
import { type Change, changeSensor, ignoreSeveral, isSameSensor, type Sensor, sensorName } from './pair.ts';
import './sensors.css';

export interface DiscoveredSensor extends Sensor {
  readonly location: string;
  readonly sentry: string;
}

/** What is waiting, after an event of the stream. */
export function afterSensorEvent(
  pending: readonly DiscoveredSensor[],
  event: StreamEventOut<'sensor'>,
  mayPair: (location: string) => boolean,
): readonly DiscoveredSensor[] {
  const { location, sentry, model, serial_number, status } = event;
  const others = pending.filter((one) => !(isSameSensor(one, event) && one.location === location));
  if (status !== 'DISCOVERED' || !mayPair(location)) return others.length === pending.length ? pending : others;
  return [...others, { location, sentry, model, serial_number }];
}

interface Props {
  readonly pending: readonly DiscoveredSensor[];
  readonly onDone: (sensors: readonly Sensor[]) => void;
}

export function PairingToasts({ pending, onDone }: Props) {
  const locations = [...new Set(pending.map(({ location }) => location))];
  return (
    <>
      {locations.map((location) => (
        <PairingToast
          key={location}
          location={location}
          sensors={pending.filter((one) => one.location === location)}
          onDone={onDone}
        />
      ))}
    </>
  );
}

interface ToastProps {
  readonly location: string;
  readonly sensors: readonly DiscoveredSensor[];
  readonly onDone: (sensors: readonly Sensor[]) => void;
}

function PairingToast({ location, sensors, onDone }: ToastProps) {
  const place = useApi('GET /locations/{guid}', { params: { guid: location } });
  const [busy, setBusy] = useState<string | null>(null);
  const change = async (how: Change, sensor: DiscoveredSensor): Promise<void> => {
    setBusy(`${how} ${sensorName(sensor)}`);
    if (await changeSensor(location, how, sensor)) onDone([sensor]);
    setBusy(null);
  };
  const ignoreAll = async (): Promise<void> => {
    setBusy('ignore all');
    onDone(await ignoreSeveral(location, sensors));
    setBusy(null);
  };
  const isOne = sensors.length === 1;
  return (
    <section className="card pairing-toast" role="status" aria-label="Fluid sensors discovered">
      <div className="row">
        <h3>{isOne ? 'A new fluid sensor was discovered' : `${sensors.length} new fluid sensors were discovered`}</h3>
        <span className="grow" />
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          px={6}
          aria-label="Close: fluid sensors discovered"
          onClick={() => onDone(sensors)}
        >
          ×
        </Button>
      </div>
      <p className="small muted">
        At <Link to={`/locations/${location}`}>{place.data?.name ?? 'its location'}</Link>. Only paired sensors are
        monitored for leaks.
      </p>
      <ul className="fluid-sensors">
        {sensors.map((sensor) => (
          <li key={sensorName(sensor)}>
            <strong>{sensorName(sensor)}</strong>
            <span className="row">
              <Button
                size="xs"
                variant="default"
                disabled={busy !== null}
                loading={busy === `ignore ${sensorName(sensor)}`}
                onClick={() => void change('ignore', sensor)}
              >
                Ignore<span className="visually-hidden"> {sensorName(sensor)}</span>
              </Button>
              <Button
                size="xs"
                disabled={busy !== null}
                loading={busy === `subscribe ${sensorName(sensor)}`}
                onClick={() => void change('subscribe', sensor)}
              >
                Pair<span className="visually-hidden"> {sensorName(sensor)}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {!isOne && (
        <div>
          <Button
            size="xs"
            variant="default"
            disabled={busy !== null}
            loading={busy === 'ignore all'}
            onClick={() => void ignoreAll()}
          >
            Ignore all {sensors.length}
          </Button>
        </div>
      )}
    </section>
  );
}
