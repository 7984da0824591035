/** /goodbye: after signing out, or after deleting the account. */

import { useLocation } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { LinkButton } from '../../ui/controls/button.tsx';
import { FullPage } from '../../ui/full-page.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Goodbye() {
  const t = useText();
  const isDeleted = new URLSearchParams(useLocation().search).has('deleted');
  const title = isDeleted ? t('session.goodbye.deleted') : t('session.goodbye.signedOut');
  useTitle(title);
  return (
    <FullPage title={title}>
      <p className="muted">{isDeleted ? t('session.goodbye.deletedText') : t('session.goodbye.signedOutText')}</p>
      <LinkButton to="/sign-in">{isDeleted ? t('session.signIn.go') : t('session.goodbye.signInAgain')}</LinkButton>
    </FullPage>
  );
}
