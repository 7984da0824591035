/** The event stream of the signed-in user, and what is announced of it on every page. */
import type { StreamEventOut } from '@picket/contracts/stream';
import type { ProfileOut } from '@picket/contracts/types';
import { isLocationAdmin } from '@picket/domain/permissions';
import { useCallback, useState } from 'react';
import { useStream } from '../events/use-stream.ts';
import { alertPath, alertPlace, alertTitle } from '../features/alerts/alert-text.ts';
import { isSameSensor, type Sensor } from '../features/sensors/pair.ts';
import { afterSensorEvent, type DiscoveredSensor } from '../features/sensors/pairing-toast.tsx';
import { revalidateSession } from '../features/session/use-session.ts';
import { useText } from '../lib/texts.ts';
import { useFormats } from '../lib/use-formats.ts';
import { showLinkToast } from '../ui/toasts.ts';

export function useLiveUpdates({ guid, permissions, lacksMfa }: ProfileOut) {
  const t = useText();
  const formats = useFormats();
  const [screenReaderMessage, setScreenReaderMessage] = useState('');
  const [discoveredSensors, setDiscoveredSensors] = useState<readonly DiscoveredSensor[]>([]);
  const onRaised = useCallback(
    ({ alert, by }: StreamEventOut<'alert'>) => {
      // The editor of a policy has seen the result already.
      if (by === guid) return;
      const where = `${alertPlace(t, alert)}${alert.sentry ? `, ${alert.sentry.name}` : ''}`;
      showLinkToast(alertTitle(t, formats, alert), where, alertPath(alert));
      setScreenReaderMessage(t('shell.newAlert', { title: alertTitle(t, formats, alert), place: where }));
    },
    [guid, t, formats],
  );
  const onRejected = useCallback(() => void revalidateSession(), []);
  const onSensor = useCallback(
    (event: StreamEventOut<'sensor'>) =>
      setDiscoveredSensors((before) =>
        afterSensorEvent(before, event, (location) => isLocationAdmin(permissions, location)),
      ),
    [permissions],
  );
  const connection = useStream({ onRaised, onRejected, onSensor }, !lacksMfa);
  /** These are paired, or need no more attention. */
  const removeDiscovered = (done: readonly Sensor[]): void =>
    setDiscoveredSensors((before) => before.filter((one) => !done.some((sensor) => isSameSensor(one, sensor))));
  return { connection, screenReaderMessage, discoveredSensors, removeDiscovered };
}
