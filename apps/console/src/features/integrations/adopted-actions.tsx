/** What can be done with a sentry that has no device of its own: an adopted one is released, a gateway belongs to its integration. */
import { Button } from '@mantine/core';
import type { SentryOut } from '@picket/contracts/types';
import { isAdmin } from '@picket/domain/permissions';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { hidden } from '../../ui/rich-tags.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useProfile } from '../session/index.ts';
import { type Discovered, refreshDiscovered, releaseSentry } from './use-discovered.ts';

interface Props {
  readonly sentry: SentryOut;
  /** Undefined: not known to this user. */
  readonly device: Discovered | undefined;
}

export function AdoptedActions({ sentry, device }: Props) {
  const t = useText();
  const { permissions } = useProfile();
  const values = { sentry: sentry.name, hidden };
  if (sentry.kind === 'GATEWAY')
    return isAdmin(permissions) ? (
      <div className="row">
        <Button size="xs" variant="default" component={Link} to="/admin/integrations">
          {t('shell.page.integrations')}
        </Button>
      </div>
    ) : null;
  return (
    <div className="row">
      {device !== undefined && device.differences.length > 0 && (
        <StateBadge state="warning" label={t('discovered.differences')} />
      )}
      {device !== undefined && (
        <Button size="xs" variant="default" component={Link} to={`/admin/discovered?device=${device.guid}`}>
          {t.rich('discovered.showDevice', values)}
        </Button>
      )}
      <ReleaseButton sentry={sentry} />
    </div>
  );
}

function ReleaseButton({ sentry: { guid, name } }: Pick<Props, 'sentry'>) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {t.rich('discovered.release', { sentry: name, hidden })}
      </Button>
      {isAsking && (
        <Confirmation
          title={t('discovered.releaseQuestion', { sentry: name })}
          action={t('discovered.releaseConfirm')}
          reload={refreshDiscovered}
          onConfirm={async () => {
            await releaseSentry(guid);
            showToast(t('discovered.released'), name);
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('discovered.releaseText')}</p>
        </Confirmation>
      )}
    </>
  );
}
