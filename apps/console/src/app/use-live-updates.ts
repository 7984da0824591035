/** The event stream of the signed-in user, and what is announced of it on every page. */
import type { StreamEventOut } from '@picket/contracts/stream';
import type { AlertOut, ProfileOut } from '@picket/contracts/types';
import { isLocationAdmin } from '@picket/domain/permissions';
import { useCallback, useState } from 'react';
import { useStream } from '../events/use-stream.ts';
import { afterAlertEvents, afterMissedEvents, removeAlerts } from '../features/alerts/new-alerts/new-alerts.ts';
import { OPEN_ALERTS } from '../features/alerts/open-alerts-input.ts';
import {
  afterSensorEvent,
  type DiscoveredSensor,
  isSameSensor,
  type Sensor,
} from '../features/sensors/discovered-sensors.ts';
import { revalidateSession } from '../features/session/use-session.ts';
import { loadWholeList } from '../lib/use-whole-list.ts';

export function useLiveUpdates({ guid, permissions, lacksMfa, display }: ProfileOut) {
  const [newAlerts, setNewAlerts] = useState<readonly AlertOut[]>([]);
  const [discoveredSensors, setDiscoveredSensors] = useState<readonly DiscoveredSensor[]>([]);
  const onAlerts = (events: readonly StreamEventOut<'alert'>[]): void => {
    // A wall display shows them by itself.
    if (display !== true) setNewAlerts((before) => afterAlertEvents(before, events, guid));
  };
  const onStartedOver = (): void => {
    if (newAlerts.length === 0) return;
    const update = async (): Promise<void> => {
      const { items } = await loadWholeList('GET /alerts', OPEN_ALERTS);
      setNewAlerts((now) => afterMissedEvents(now, newAlerts, items));
    };
    // Without an answer they stay: each can be dismissed.
    void update().catch(() => {});
  };
  const onRejected = (): void => void revalidateSession();
  const onSensor = (event: StreamEventOut<'sensor'>): void =>
    setDiscoveredSensors((before) =>
      afterSensorEvent(before, event, (location) => isLocationAdmin(permissions, location)),
    );
  const connection = useStream({ onAlerts, onStartedOver, onRejected, onSensor }, !lacksMfa);
  /** These are paired, or need no more attention. */
  const removeDiscovered = (done: readonly Sensor[]): void =>
    setDiscoveredSensors((before) => before.filter((one) => !done.some((sensor) => isSameSensor(one, sensor))));
  /** These are dismissed, seen, or no longer new. */
  const removeNewAlerts = useCallback(
    (guids: readonly string[]) => setNewAlerts((before) => removeAlerts(before, guids)),
    [],
  );
  return { connection, newAlerts, removeNewAlerts, discoveredSensors, removeDiscovered };
}
