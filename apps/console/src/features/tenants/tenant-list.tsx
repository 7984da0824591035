import { Button } from '@mantine/core';
import type { TenantOut } from '@picket/contracts/types';
import { useText } from '../../lib/texts.ts';
import { TenantTags } from './business-status.tsx';

interface Props {
  readonly tenants: readonly TenantOut[];
  readonly onEdit: (tenant: TenantOut) => void;
}

/** Organizations with their sizes. */
export function TenantList({ tenants, onEdit }: Props) {
  const t = useText();
  return (
    <ul className="card list">
      {tenants.map((tenant) => {
        const { guid, name, locations, sentries, users } = tenant;
        const sizes = [
          t('admin.tenants.locations', { count: locations }),
          t('admin.tenants.sentries', { count: sentries }),
          t('admin.tenants.users', { count: users }),
        ];
        return (
          <li key={guid}>
            <div className="main">
              <strong>{name}</strong>
              <span className="small muted num">{sizes.join(' · ')}</span>
            </div>
            <div className="side">
              <TenantTags {...tenant} />
              <Button
                variant="default"
                onClick={() => onEdit(tenant)}
                aria-label={t('admin.tenants.editOne', { name })}
              >
                {t('admin.tenants.edit')}
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
