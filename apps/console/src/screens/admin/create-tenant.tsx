/** /admin/create-tenant: a new organization and its first administrator. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { type AddedTenant, AddTenantForm } from '../../features/tenants/add-tenant-form.tsx';
import { LinkSent } from '../../features/users/link-sent.tsx';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';
import { useTitle } from '../../ui/use-title.ts';

export default function CreateTenant() {
  const t = useText();
  useTitle(t('shell.page.addOrganization'));
  const [made, setMade] = useState<AddedTenant | null>(null);
  if (made === null)
    return (
      <div className="wide">
        <h1>{t('shell.page.addOrganization')}</h1>
        <AddTenantForm onAdded={setMade} />
      </div>
    );
  const { added, administrator } = made;
  return (
    <div className="wide">
      <h1>{t('admin.tenant.made', { name: added.tenant.name })}</h1>
      <p className="muted">{t('admin.tenant.madeText')}</p>
      <LinkSent sent={added.invitation} to={administrator} />
      <div>
        <Button component={Link} to="/admin/tenants">
          {t('admin.tenant.backToList')}
        </Button>
      </div>
    </div>
  );
}
