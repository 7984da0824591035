import { Button } from '@mantine/core';
import type { TenantOut } from '@picket/contracts/types';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { showToast } from '../../ui/toasts.ts';
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx';
import { withReauthentication } from '../session/index.ts';

interface Props {
  readonly tenant: TenantOut;
  readonly onRemoved: () => Promise<void>;
}

/** Deletes a suspended organization; it is irreversible, so its name is typed. */
export function RemoveTenant({ tenant: { guid, name }, onRemoved }: Props) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="stack-tight">
      <p className="small muted">{t('admin.tenant.deleteText')}</p>
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('admin.tenant.delete', { name })}
        </Button>
      </div>
      {isAsking && (
        <TypedConfirmation
          title={t('admin.tenant.deleteQuestion', { name })}
          text={t('admin.tenant.deleteWarning')}
          name={name}
          action={t('admin.tenant.deleteAction')}
          onConfirm={async () => {
            await withReauthentication(() => api('DELETE /tenants/{guid}', { params: { guid } }));
            showToast(t('admin.tenant.deleted'), name);
            await onRemoved();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
