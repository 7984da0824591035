/** The holds that keep clips, with who set each and why; an administrator of the location lifts them. */
import { Button } from '@mantine/core';
import type { ClipHoldOut } from '@picket/contracts/types';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Confirmation } from '../../../ui/confirmation.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { withReauthentication } from '../../session/index.ts';
import classes from './clip-player.module.css';

interface Props {
  readonly holds: readonly ClipHoldOut[];
  readonly timezone?: string;
  readonly mayLift: boolean;
  readonly onChanged: () => Promise<unknown>;
}

export function HoldList({ holds, timezone, mayLift, onChanged }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const [lifting, setLifting] = useState<ClipHoldOut | null>(null);
  return (
    <>
      <ul className={classes.holds}>
        {holds.map((hold) => (
          <li key={hold.guid}>
            <span className="grow stack-tight">
              <strong>{hold.reason}</strong>
              <span className="small muted facts num">
                {hold.scope !== 'CLIP' && <span>{t(`clips.holdScope.${hold.scope}`)}</span>}
                <span>{t('clips.holdFacts', { name: hold.by, date: formats.date(hold.at) })}</span>
                <span>
                  {hold.expiresAt === undefined
                    ? t('clips.holdOpen')
                    : t('clips.holdUntil', { date: formats.date(hold.expiresAt) })}
                </span>
              </span>
            </span>
            {mayLift && (
              <Button variant="default" size="xs" onClick={() => setLifting(hold)}>
                {t('clips.hold.lift')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {lifting !== null && (
        <Confirmation
          title={t('clips.hold.liftTitle', { reason: lifting.reason })}
          action={t('clips.hold.lift')}
          reload={onChanged}
          onClose={() => setLifting(null)}
          onConfirm={async () => {
            await withReauthentication(() => api('DELETE /holds/{guid}', { params: { guid: lifting.guid } }));
            setLifting(null);
            await onChanged();
            showToast(t('clips.hold.lifted'));
          }}
        >
          <p>{t('clips.hold.liftText')}</p>
        </Confirmation>
      )}
    </>
  );
}
