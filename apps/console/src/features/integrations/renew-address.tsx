/** Makes another address for a webhook. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../lib/texts.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { hidden } from '../../ui/rich-tags.tsx';
import { type Integration, refreshIntegrations, renewAddress } from './use-integrations.ts';

interface Props {
  readonly integration: Integration;
  readonly onMade: (address: string) => void;
}

export function RenewAddress({ integration: { guid, name }, onMade }: Props) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const renew = async (): Promise<void> => {
    const address = await renewAddress(guid);
    if (address !== null) onMade(address);
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {t.rich('integrations.hook.renew', { name, hidden })}
      </Button>
      {isAsking && (
        <Confirmation
          title={t('integrations.hook.renewQuestion', { name })}
          action={t('integrations.hook.renewConfirm')}
          reload={refreshIntegrations}
          onConfirm={renew}
          onClose={() => setAsking(false)}
        >
          <p>{t('integrations.hook.renewText')}</p>
        </Confirmation>
      )}
    </>
  );
}
