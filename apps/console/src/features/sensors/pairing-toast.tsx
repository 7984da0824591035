/** Newly discovered fluid sensors: announced on every page until they are paired, ignored or closed. Loaded with the first of them. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { hidden } from '../../ui/rich-tags.tsx';
import { ToastClose } from '../../ui/toast-close.tsx';
import type { DiscoveredSensor, Sensor } from './discovered-sensors.ts';
import fluidSensors from './fluid-sensors.module.css';
import { type Change, changeSensor, ignoreSeveral, sensorName } from './pair.ts';
import styles from './pairing-toast.module.css';

interface Props {
  readonly pending: readonly DiscoveredSensor[];
  readonly onDone: (sensors: readonly Sensor[]) => void;
}

export default function PairingToasts({ pending, onDone }: Props) {
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
  const t = useText();
  const place = useApi('GET /locations/{guid}', { params: { guid: location } });
  const { busy, change, ignoreAll } = usePairing({ location, sensors, onDone });
  const count = sensors.length;
  return (
    <section className={`card ${styles.toast}`} data-toast role="status" aria-label={t('sensors.discovered.label')}>
      <div className={styles.title}>
        <h3>{t('sensors.discovered.title', { count })}</h3>
        <ToastClose label={t('sensors.discovered.close')} onClose={() => onDone(sensors)} />
      </div>
      <p className="small muted">
        {t.rich('sensors.discovered.text', {
          place: place.data?.name ?? t('sensors.discovered.unknownPlace'),
          link: (text) => <Link to={`/locations/${location}`}>{text}</Link>,
        })}
      </p>
      <ul className={fluidSensors.sensors}>
        {sensors.map((sensor) => (
          <DiscoveredRow key={sensorName(sensor)} sensor={sensor} busy={busy} onChange={change} />
        ))}
      </ul>
      {count > 1 && (
        <div>
          <Button
            size="xs"
            variant="default"
            disabled={busy !== null}
            loading={busy === IGNORING_ALL}
            onClick={() => void ignoreAll()}
          >
            {t('sensors.discovered.ignoreAll', { count })}
          </Button>
        </div>
      )}
    </section>
  );
}

const IGNORING_ALL = 'all';

/** What is being asked: one change at a time. */
function usePairing({ location, sensors, onDone }: ToastProps) {
  const t = useText();
  const [busy, setBusy] = useState<string | null>(null);
  return {
    busy,
    change: async (how: Change, sensor: DiscoveredSensor): Promise<void> => {
      setBusy(`${how} ${sensorName(sensor)}`);
      if (await changeSensor(t, location, how, sensor)) onDone([sensor]);
      setBusy(null);
    },
    ignoreAll: async (): Promise<void> => {
      setBusy(IGNORING_ALL);
      onDone(await ignoreSeveral(t, location, sensors));
      setBusy(null);
    },
  };
}

interface RowProps {
  readonly sensor: DiscoveredSensor;
  readonly busy: string | null;
  readonly onChange: (how: Change, sensor: DiscoveredSensor) => Promise<void>;
}

function DiscoveredRow({ sensor, busy, onChange }: RowProps) {
  const t = useText();
  const name = sensorName(sensor);
  return (
    <li>
      <strong>{name}</strong>
      <span className="row">
        <Button
          size="xs"
          variant="default"
          disabled={busy !== null}
          loading={busy === `ignore ${name}`}
          onClick={() => void onChange('ignore', sensor)}
        >
          {t.rich('sensors.discovered.ignore', { sensor: name, hidden })}
        </Button>
        <Button
          size="xs"
          disabled={busy !== null}
          loading={busy === `subscribe ${name}`}
          onClick={() => void onChange('subscribe', sensor)}
        >
          {t.rich('sensors.discovered.pair', { sensor: name, hidden })}
        </Button>
      </span>
    </li>
  );
}
