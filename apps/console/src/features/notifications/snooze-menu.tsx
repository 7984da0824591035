/** Snoozes an open alert: nobody is notified again before that ends. */
import { Button, Menu } from '@mantine/core';
import type { AlertOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { formatInstant } from '@picket/domain/time';
import { useState } from 'react';
import { api, refresh } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { showErrorToast } from '../../ui/toasts.ts';
import { refreshAlert } from '../alerts/index.ts';

const MINUTES = [30, 60, 120, 480, 1440] as const;

interface Props {
  readonly alert: AlertOut;
  readonly timezone: string;
}

export function SnoozeMenu({ alert, timezone }: Props) {
  const [busy, setBusy] = useState(false);
  if (alert.state !== 'OPEN') return null;
  const snooze = async (minutes: number): Promise<void> => {
    setBusy(true);
    try {
      const until = formatInstant(Math.floor(Date.now() / 1000) * 1000 + minutes * 60_000);
      await api('POST /alerts/{guid}/snooze', { params: { guid: alert.guid }, body: { until } });
      await refreshAlert(alert.guid);
      await refresh('GET /alerts');
    } catch (error) {
      showErrorToast(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {alert.snoozed !== undefined && (
        <span className="muted small num">
          Snoozed by {alert.snoozed.by} until {formatDateTime(Date.parse(alert.snoozed.until), timezone)}
        </span>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" loading={busy}>
            Snooze
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Nobody is notified again for</Menu.Label>
          {MINUTES.map((minutes) => (
            <Menu.Item key={minutes} onClick={() => void snooze(minutes)}>
              {formatDuration(minutes * 60_000)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
