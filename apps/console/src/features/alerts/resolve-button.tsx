import { Button, Popover, Text } from '@mantine/core';
import type { AlertOut } from '@picket/contracts/types';
import { isOpen } from '@picket/domain/alert-states';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useAction } from '../../ui/use-action.ts';
import { useProfile } from '../session/index.ts';
import { removeFromOpenLists } from './replace-in-lists.ts';
import { refreshAlert } from './use-alert.ts';

/** Resolves an alert. While its conditions may still be met it asks for confirmation, because it is not raised again before they end. */
export function ResolveButton({ alert }: { readonly alert: AlertOut }) {
  const t = useText();
  const { busy, run } = useAction(async () => {
    const closed = await api('POST /alerts/{guid}/resolve', { params: { guid: alert.guid } });
    removeFromOpenLists(closed.guid);
    await refreshAlert(alert.guid);
  });
  const [isConfirming, setConfirming] = useState(false);
  const { display } = useProfile();
  if (display || !isOpen(alert)) return null;
  const mayStillHold = alert.state === 'OPEN' && alert.policy !== undefined;
  const resolve = async (): Promise<void> => {
    await run();
    setConfirming(false);
  };
  if (!mayStillHold)
    return (
      <Button variant="default" loading={busy} onClick={() => void resolve()}>
        {t('alerts.resolve')}
      </Button>
    );
  return (
    <Popover opened={isConfirming} onChange={setConfirming} width={300} position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          loading={busy}
          aria-expanded={isConfirming}
          onClick={() => setConfirming(!isConfirming)}
        >
          {t('alerts.resolve')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className="stack">
          <Text size="sm">{t('alerts.resolveWarning')}</Text>
          <Button loading={busy} onClick={() => void resolve()}>
            {t('alerts.resolveAnyway')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
