/** /admin/setup: the organization's name, security, mail, data, API tokens, and how long its readings are kept. */
import { Button } from '@mantine/core';
import { ApiTokens } from '../../features/account/api-tokens.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { TenantTags } from '../../features/tenants/business-status.tsx';
import { OwnTenantMail } from '../../features/tenants/own-tenant-mail.tsx';
import { OwnTenantName } from '../../features/tenants/own-tenant-name.tsx';
import { OwnTenantSecurity } from '../../features/tenants/own-tenant-security.tsx';
import { ReadingRetention } from '../../features/tenants/reading-retention.tsx';
import { useOwnTenant } from '../../features/tenants/use-tenants.ts';
import { API_BASE, problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useHashScroll } from '../../lib/use-hash-scroll.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function TenantSetup() {
  const t = useText();
  useTitle(t('shell.page.organization'));
  const { permissions, email } = useProfile();
  const { data, error, mutate } = useOwnTenant();
  useHashScroll(data !== undefined);
  if (error)
    return (
      <Problem isPage title={t('admin.own.loadProblem')} text={problemText(error)} onRetry={() => void mutate()} />
    );
  if (!data) return <div className="skeleton wide" style={{ height: 420 }} aria-hidden="true" />;
  return (
    <div className="wide">
      <div className="row">
        <h1>{t('shell.page.organization')}</h1>
        <TenantTags {...data} />
      </div>
      <OwnTenantName tenant={data} />
      <OwnTenantSecurity tenant={data} />
      <OwnTenantMail tenant={data} email={email} />
      <section className="card section" aria-label={t('admin.own.data')}>
        <h2>{t('admin.own.data')}</h2>
        <p className="muted">{t('admin.own.dataText')}</p>
        <div>
          <Button
            component="a"
            variant="default"
            href={`${API_BASE}/tenant/export`}
            download="picket-organization.ndjson"
          >
            {t('common.download')}
          </Button>
        </div>
      </section>
      <div id="tokens">
        <ApiTokens held={permissions} everyone />
      </div>
      {/* The last: it grows once it is loaded, and moves nothing. */}
      <div id="retention" className="stack">
        <div>
          <h2>{t('admin.retention.title')}</h2>
          <p className="muted">{t('admin.retention.text')}</p>
        </div>
        <ReadingRetention />
      </div>
    </div>
  );
}
