/** A forgotten password where no mail can be sent: an administrator hands the link over. */
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { FullPage } from '../../ui/full-page.tsx';

export function ForgotWithoutMail() {
  const t = useText();
  return (
    <FullPage title={t('session.forgot.heading')}>
      <p className="muted">{t('session.forgot.withoutMail')}</p>
      <p className="muted">{t.rich('session.forgot.onServer', { code: (text) => <code>{text}</code> })}</p>
      <Button component={Link} to="/sign-in">
        {t('session.signIn.back')}
      </Button>
    </FullPage>
  );
}
