/** /admin/tenants: all organizations of this installation. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { EditTenant } from '../../features/tenants/edit-tenant.tsx';
import { TenantList } from '../../features/tenants/tenant-list.tsx';
import { useTenants } from '../../features/tenants/use-tenants.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Tenants() {
  const t = useText();
  useTitle(t('shell.page.organizations'));
  const pages = useTenants();
  const [edited, setEdited] = useState<string | null>(null);
  // As the list has it: after an edit conflict the next attempt is based on what was saved meanwhile.
  const tenant = pages.items?.find(({ guid }) => guid === edited);
  return (
    <div className="stack">
      <div className="row">
        <h1>{t('shell.page.organizations')}</h1>
        <span className="grow" />
        <Button component={Link} to="/admin/create-tenant">
          {t('shell.page.addOrganization')}
        </Button>
      </div>
      {pages.error && (
        <Problem
          title={t('admin.tenants.loadProblem')}
          text={problemText(pages.error)}
          onRetry={() => void pages.reload()}
        />
      )}
      {!pages.items && !pages.error && <div className="skeleton" style={{ height: 240 }} aria-hidden="true" />}
      {pages.items && <TenantList tenants={pages.items} onEdit={({ guid }) => setEdited(guid)} />}
      <ShowMore pages={pages} />
      {tenant !== undefined && <EditTenant tenant={tenant} onChanged={pages.reload} onClose={() => setEdited(null)} />}
    </div>
  );
}
