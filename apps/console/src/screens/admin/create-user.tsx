/** /admin/create-user and /admin/create-user/:type: an invitation; the path can preselect the role. */
import { Button } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { Permission } from '@picket/domain/permissions';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { LinkSent } from '../../features/users/link-sent.tsx';
import { inviteUser } from '../../features/users/save-user.ts';
import { useLocationNames } from '../../features/users/use-location-names.ts';
import { UserForm } from '../../features/users/user-form.tsx';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';
import { useTitle } from '../../ui/use-title.ts';

const PRESETS: Readonly<Record<string, readonly Permission[]>> = {
  admin: [{ role: 'ADMIN' }],
  viewer: [{ role: 'VIEWER' }],
  metrics: [{ role: 'METRICS' }],
};

/** Of what takes the place of a form that was sent: the page may have been scrolled, and its focus is gone. */
function StartHeading({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

export default function CreateUser() {
  const t = useText();
  useTitle(t('shell.page.inviteUser'));
  const { type = '' } = useParams();
  const preset = PRESETS[type] ?? [];
  /** null: another one is to be invited. */
  const [invited, setInvited] = useState<ResponseOf<'POST /users'> | null>();
  const { isWaiting } = useLocationNames();
  if (isWaiting) return <div className="skeleton wide" style={{ height: 420 }} aria-hidden="true" />;
  if (invited)
    return (
      <div className="wide">
        <StartHeading>{t('users.invite.done', { name: invited.user.displayName ?? invited.user.email })}</StartHeading>
        <LinkSent sent={invited.invitation} to={invited.user.email} />
        <div className="row">
          <Button component={Link} to={`/admin/users/${invited.user.guid}`}>
            {t('users.invite.open')}
          </Button>
          <Button variant="default" onClick={() => setInvited(null)}>
            {t('users.invite.another')}
          </Button>
        </div>
      </div>
    );
  return (
    <div className="wide">
      {invited === undefined ? (
        <h1>{t('shell.page.inviteUser')}</h1>
      ) : (
        <StartHeading>{t('shell.page.inviteUser')}</StartHeading>
      )}
      <UserForm
        isNew
        initial={{ email: '', displayName: '', permissions: preset }}
        action={t('users.invite.action')}
        onSave={async (values) => setInvited(await inviteUser(values))}
      >
        <Button variant="default" component={Link} to="/admin/users" replace>
          {t('common.cancel')}
        </Button>
      </UserForm>
    </div>
  );
}
