/** /profile: name, language, units, theme; how one signs in; tokens; leaving. */
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { ApiTokens } from '../../features/account/api-tokens.tsx';
import { DeleteOwnAccount } from '../../features/account/delete-own-account.tsx';
import { DisplayNameForm } from '../../features/account/display-name-form.tsx';
import { MySessions } from '../../features/account/my-sessions.tsx';
import { PreferenceFields } from '../../features/account/preference-fields.tsx';
import { SecondFactor } from '../../features/account/second-factor.tsx';
import { useIsAccountLoading } from '../../features/account/use-account.ts';
import '../../ui/lists.css';
import { useProfile } from '../../features/session/use-session.ts';
import { API_BASE } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { TwoColumns } from '../../ui/two-columns.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Profile() {
  const t = useText();
  useTitle(t('shell.page.profile'));
  const { lacksMfa, tenant, email, displayName = '', permissions, last_update_ts } = useProfile();
  const isLoading = useIsAccountLoading(!lacksMfa);
  if (lacksMfa)
    return (
      <div className="wide">
        <h1>{t('profile.mfaFirst.title')}</h1>
        <p className="muted">{t('profile.mfaFirst.text', { tenant: tenant.name })}</p>
        <SecondFactor />
      </div>
    );
  if (isLoading) return <div className="skeleton wide" style={{ height: 420 }} aria-hidden="true" />;
  return (
    <>
      <div>
        <h1>{t('shell.page.profile')}</h1>
        <p className="muted">{t('profile.facts', { email, tenant: tenant.name })}</p>
      </div>
      <TwoColumns
        first={
          <>
            <section className="card section" aria-label={t('profile.you')}>
              <DisplayNameForm current={displayName} version={last_update_ts} />
              <PreferenceFields />
            </section>
            <LinkSection
              title={t('shell.page.notifications')}
              text={t('profile.notificationsText')}
              to="/profile/notifications"
              action={t('profile.changeNotifications')}
            />
            <ApiTokens held={permissions} />
          </>
        }
        second={
          <>
            <LinkSection
              title={t('common.password')}
              to="/profile/change-password"
              action={t('account.password.change')}
            />
            <SecondFactor />
            <MySessions />
            <MyData />
            <DeleteOwnAccount />
          </>
        }
      />
    </>
  );
}

function MyData() {
  const t = useText();
  return (
    <section className="card section" aria-label={t('profile.data.title')}>
      <h2>{t('profile.data.title')}</h2>
      <p className="muted">{t('profile.data.text')}</p>
      <div>
        <Button
          component="a"
          variant="default"
          href={`${API_BASE}/users/my-profile/export`}
          download="picket-my-data.ndjson"
        >
          {t('common.download')}
        </Button>
      </div>
    </section>
  );
}

interface LinkSectionProps {
  readonly title: string;
  readonly text?: string;
  readonly to: string;
  readonly action: string;
}

function LinkSection({ title, text, to, action }: LinkSectionProps) {
  return (
    <section className="card section" aria-label={title}>
      <h2>{title}</h2>
      {text !== undefined && <p className="muted">{text}</p>}
      <div>
        <Button component={Link} to={to} variant="default">
          {action}
        </Button>
      </div>
    </section>
  );
}
