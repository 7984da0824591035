/** Rare actions on a device: replace it, create a new code, remove it; a gateway is revoked. */
import { Button } from '@mantine/core';
import type { SentryOut } from '@picket/contracts/types';
import { useState } from 'react';
import { api, refresh } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { hidden } from '../../ui/rich-tags.tsx';
import { showToast } from '../../ui/toasts.ts';
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx';
import { NewCode } from './new-code.tsx';

type Asked = 'replace' | 'code' | 'remove';

export function DeviceActions({ sentry, isActive }: { readonly sentry: SentryOut; readonly isActive: boolean }) {
  const t = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = (): void => setAsked(null);
  const values = { sentry: sentry.name, hidden };
  const isGateway = sentry.isGateway === true;
  return (
    <div className="row">
      {isActive ? (
        <Button size="xs" variant="default" onClick={() => setAsked('replace')}>
          {t.rich('sentries.action.replace', values)}
        </Button>
      ) : (
        <Button size="xs" variant="default" onClick={() => setAsked('code')}>
          {t.rich('sentries.action.newCode', values)}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => setAsked('remove')}>
        {t.rich(isGateway ? 'sentries.action.revoke' : 'sentries.action.remove', values)}
      </Button>
      {(asked === 'replace' || asked === 'code') && (
        <NewCode sentry={sentry} isReplacement={asked === 'replace'} onClose={close} />
      )}
      {asked === 'remove' &&
        (isGateway ? <Revoke sentry={sentry} onClose={close} /> : <Remove sentry={sentry} onClose={close} />)}
    </div>
  );
}

interface DialogProps {
  readonly sentry: SentryOut;
  readonly onClose: () => void;
}

function Remove({ sentry: { guid, name }, onClose }: DialogProps) {
  const t = useText();
  return (
    <TypedConfirmation
      title={t('sentries.remove.title', { sentry: name })}
      text={t('sentries.remove.text')}
      name={name}
      action={t('sentries.remove.confirm', { sentry: name })}
      onClose={onClose}
      onConfirm={async () => {
        await removeSentry(guid, onClose);
        showToast(t('sentries.remove.done'), name);
      }}
    />
  );
}

/** A gateway has no history of its own that would be out of sight then: nothing has to be typed. */
function Revoke({ sentry: { guid, name }, onClose }: DialogProps) {
  const t = useText();
  return (
    <Confirmation
      title={t('sentries.revoke.title', { sentry: name })}
      action={t('sentries.revoke.confirm')}
      reload={refreshRemoved}
      onConfirm={async () => {
        await removeSentry(guid, onClose);
        showToast(t('sentries.revoke.done'), name);
      }}
      onClose={onClose}
    >
      <p>{t('sentries.revoke.text')}</p>
    </Confirmation>
  );
}

async function removeSentry(guid: string, onRemoved: () => void): Promise<void> {
  await api('DELETE /sentries/{guid}', { params: { guid } });
  onRemoved();
  await refreshRemoved();
}

const refreshRemoved = (): Promise<unknown> =>
  Promise.all([refresh('GET /sentries'), refresh('GET /views/locations'), refresh('GET /locations/{guid}/latest')]);
