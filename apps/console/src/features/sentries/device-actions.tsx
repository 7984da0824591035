/** Rare actions on a device: replace it, create a new code, remove it. */
import { Button } from '@mantine/core';
import type { SentryOut } from '@picket/contracts/types';
import { useState } from 'react';
import { api, refresh } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
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
        {t.rich('sentries.action.remove', values)}
      </Button>
      {(asked === 'replace' || asked === 'code') && (
        <NewCode sentry={sentry} isReplacement={asked === 'replace'} onClose={close} />
      )}
      {asked === 'remove' && (
        <TypedConfirmation
          title={t('sentries.remove.title', { sentry: sentry.name })}
          text={t('sentries.remove.text')}
          name={sentry.name}
          action={t('sentries.remove.confirm', { sentry: sentry.name })}
          onClose={close}
          onConfirm={async () => {
            await api('DELETE /sentries/{guid}', { params: { guid: sentry.guid } });
            close();
            await Promise.all([
              refresh('GET /sentries'),
              refresh('GET /views/locations'),
              refresh('GET /locations/{guid}/latest'),
            ]);
            showToast(t('sentries.remove.done'), sentry.name);
          }}
        />
      )}
    </div>
  );
}
