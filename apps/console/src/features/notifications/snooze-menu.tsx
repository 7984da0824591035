/** Snoozes an open alert: nobody is notified again before that ends. */
import { Button, Menu } from '@mantine/core';
import type { AlertOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import { useState } from 'react';
import { api, refresh } from '../../lib/api.ts';
import { currentTime } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { showErrorToast } from '../../ui/toasts.ts';
import { refreshAlert } from '../alerts/index.ts';

const MINUTES = [30, 60, 120, 480, 1440] as const;

interface Props {
  readonly alert: AlertOut;
  readonly timezone: string;
}

export function SnoozeMenu({ alert, timezone }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const [busy, setBusy] = useState(false);
  if (alert.state !== 'OPEN') return null;
  const snooze = async (minutes: number): Promise<void> => {
    setBusy(true);
    try {
      const until = formatInstant(Math.floor(currentTime() / 1000) * 1000 + minutes * 60_000);
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
          {t('notifications.snoozedUntil', {
            name: alert.snoozed.by,
            time: formats.dateTime(alert.snoozed.until),
          })}
        </span>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" aria-busy={busy}>
            {t('notifications.snooze')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('notifications.snoozeFor')}</Menu.Label>
          {MINUTES.map((minutes) => (
            <Menu.Item key={minutes} onClick={() => void snooze(minutes)}>
              {formats.duration(minutes * 60_000)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
