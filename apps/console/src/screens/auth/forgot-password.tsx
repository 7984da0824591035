/** /forgot-password: shows the same result whether or not there is an account. */

import { useState } from 'react';
import { Link } from 'react-router';
import { ForgotPasswordForm } from '../../features/session/forgot-password-form.tsx';
import { ForgotWithoutMail } from '../../features/session/forgot-without-mail.tsx';
import { useCanSendMail } from '../../features/session/use-can-send-mail.ts';
import { useText } from '../../lib/texts.ts';
import { LinkButton } from '../../ui/controls/button.tsx';
import { FullPage } from '../../ui/full-page.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function ForgotPassword() {
  const t = useText();
  useTitle(t('session.forgot.title'));
  const canSend = useCanSendMail();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (!canSend) return <ForgotWithoutMail />;
  if (sentTo !== null)
    return (
      <FullPage title={t('session.forgot.sentHeading')}>
        <p className="muted" role="status">
          {t('session.forgot.sentText', { email: sentTo })}
        </p>
        <LinkButton to="/sign-in">{t('session.signIn.back')}</LinkButton>
      </FullPage>
    );
  return (
    <FullPage title={t('session.forgot.heading')}>
      <ForgotPasswordForm onSent={setSentTo} />
      <p className="small">
        <Link to="/sign-in">{t('session.signIn.back')}</Link>
      </p>
    </FullPage>
  );
}
