/** /retention: how long and how much video an organization keeps; `?tenant` names another organization. */
import { NativeSelect } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useProfile } from '../../features/session/use-session.ts';
import { useTenants } from '../../features/tenants/use-tenants.ts';
import { RetentionSettings } from '../../features/video/retention/retention-settings.tsx';
import { TenantVideo } from '../../features/video/retention/tenant-video.tsx';
import { useVideoRetention } from '../../features/video/retention/use-video-retention.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function VideoRetention() {
  const t = useText();
  useTitle(t('retention.title'));
  const { tenant: own } = useProfile();
  const [query, setQuery] = useSearchParams();
  const chosen = query.get('tenant') ?? own.guid;
  const tenants = useTenants();
  const { data, error, mutate } = useVideoRetention(chosen);
  const options = [own, ...(tenants.items ?? []).filter(({ guid }) => guid !== own.guid)];
  const name = options.find(({ guid }) => guid === chosen)?.name ?? '';
  return (
    <div className="stack">
      <div className="row">
        <div className="grow-text">
          <h1>{t('retention.title')}</h1>
          <p className="muted">{t('retention.text')}</p>
        </div>
        <NativeSelect
          aria-label={t('retention.tenant')}
          value={chosen}
          onChange={({ currentTarget: { value } }) => setQuery(value === own.guid ? {} : { tenant: value })}
          data={options.map((one) => ({
            value: one.guid,
            label: one.guid === own.guid ? t('retention.own', { name: one.name }) : one.name,
          }))}
        />
      </div>
      {tenants.error && !tenants.items && (
        <Problem
          title={t('retention.tenantsProblem')}
          text={problemText(tenants.error)}
          onRetry={() => void tenants.reload()}
        />
      )}
      {error && !data && (
        <Problem title={t('retention.loadProblem')} text={problemText(error)} onRetry={() => void mutate()} />
      )}
      {!data && !error && <div className="skeleton" style={{ height: 560 }} aria-hidden="true" />}
      {data && <RetentionSettings retention={data} name={name} />}
      <TenantVideo />
    </div>
  );
}
