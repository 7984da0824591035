/** /admin/tenants/:id/outbound: private hosts that an organization's destinations may connect to. */
import { useParams } from 'react-router';
import { AllowHostForm } from '../../features/tenants/allow-host-form.tsx';
import { InstallationHostList, OutboundHostList } from '../../features/tenants/outbound-host-list.tsx';
import { useOutboundHosts } from '../../features/tenants/use-tenants.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function OutboundHosts() {
  const t = useText();
  const { id = '' } = useParams();
  const { name = t('shell.page.organization'), hosts, error, reload } = useOutboundHosts(id);
  useTitle(t('admin.hosts.tab', { name }));
  if (error && !hosts)
    return (
      <Problem
        isPage
        title={t(error.status === 404 ? 'admin.hosts.missing' : 'admin.hosts.loadProblem')}
        text={error.status === 404 ? t('admin.hosts.missingText') : problemText(error)}
        onRetry={() => void reload()}
      />
    );
  if (!hosts) return <div className="skeleton wide" style={{ height: 480 }} aria-hidden="true" />;
  return (
    <div className="wide">
      <div>
        <h1>{t('admin.hosts.title', { name })}</h1>
        <p className="muted">{t('admin.hosts.text')}</p>
      </div>
      <OutboundHostList guid={id} hosts={hosts.items} />
      <AllowHostForm guid={id} />
      <InstallationHostList hosts={hosts.installation} />
    </div>
  );
}
