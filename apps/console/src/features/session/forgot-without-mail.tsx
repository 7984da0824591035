/** A forgotten password where no mail can be sent: an administrator hands the link over. */

import { useText } from '../../lib/texts.ts';
import { LinkButton } from '../../ui/controls/button.tsx';
import { FullPage } from '../../ui/full-page.tsx';

export function ForgotWithoutMail() {
  const t = useText();
  return (
    <FullPage title={t('session.forgot.heading')}>
      <p className="muted">{t('session.forgot.withoutMail')}</p>
      <p className="muted">{t.rich('session.forgot.onServer', { code: (text) => <code>{text}</code> })}</p>
      <LinkButton to="/sign-in">{t('session.signIn.back')}</LinkButton>
    </FullPage>
  );
}
