/** The address of a webhook, which is shown once. */
import { Button } from '@mantine/core';
import { API_BASE } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { GuideLink } from './guide-link.tsx';
import { reachableAddress } from './reachable-address.ts';

interface Props {
  readonly address: string;
  readonly onDone: () => void;
}

export function MadeAddress({ address, onDone }: Props) {
  const t = useText();
  return (
    <div className="stack-tight" role="status">
      <h3>{t('integrations.hook.made')}</h3>
      <p className="muted small">
        {t('integrations.hook.madeText')} <GuideLink />
      </p>
      <CopyLine
        text={reachableAddress(address, new URL(API_BASE, window.location.href).href)}
        label={t('integrations.hook.copy')}
      />
      <div>
        <Button onClick={onDone}>{t('integrations.hook.saved')}</Button>
      </div>
    </div>
  );
}
