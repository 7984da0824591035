import { Button } from '@mantine/core';
import type { AlertOut } from '@picket/contracts/types';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useAction } from '../../ui/use-action.ts';
import { useProfile } from '../session/index.ts';
import { replaceInLists } from './replace-in-lists.ts';
import { refreshAlert } from './use-alert.ts';

/** Removes the acknowledgement of an open alert: somebody else may take it, and it escalates again. */
export function UnacknowledgeButton({ alert }: { readonly alert: AlertOut }) {
  const t = useText();
  const { busy, run } = useAction(async () => {
    replaceInLists(await api('POST /alerts/{guid}/unacknowledge', { params: { guid: alert.guid } }));
    await refreshAlert(alert.guid);
  });
  const { display } = useProfile();
  if (display || alert.acknowledged === undefined || alert.state !== 'OPEN') return null;
  return (
    <Button variant="default" loading={busy} onClick={() => void run()}>
      {t('alerts.unacknowledge')}
    </Button>
  );
}
