/** Makes another address for a webhook, or another password for the broker in Picket. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../lib/texts.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { hidden } from '../../ui/rich-tags.tsx';
import { type Integration, type MadeSecret, refreshIntegrations, renewSecret } from './use-integrations.ts';

const TEXTS = {
  BROKER: {
    action: 'broker.renew',
    question: 'broker.renewQuestion',
    confirm: 'broker.renewConfirm',
    text: 'broker.renewText',
  },
  WEBHOOK: {
    action: 'integrations.hook.renew',
    question: 'integrations.hook.renewQuestion',
    confirm: 'integrations.hook.renewConfirm',
    text: 'integrations.hook.renewText',
  },
} as const;

interface Props {
  readonly integration: Integration;
  readonly onMade: (secret: MadeSecret) => void;
}

export function RenewSecret({ integration, onMade }: Props) {
  const t = useText();
  const { name } = integration;
  const texts = TEXTS[integration.kind === 'BROKER' ? 'BROKER' : 'WEBHOOK'];
  const [isAsking, setAsking] = useState(false);
  const renew = async (): Promise<void> => {
    const secret = await renewSecret(integration);
    setAsking(false);
    if (secret !== null) onMade(secret);
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {t.rich(texts.action, { name, hidden })}
      </Button>
      {isAsking && (
        <Confirmation
          title={t(texts.question, { name })}
          action={t(texts.confirm)}
          reload={refreshIntegrations}
          onConfirm={renew}
          onClose={() => setAsking(false)}
        >
          <p>{t(texts.text)}</p>
        </Confirmation>
      )}
    </>
  );
}
