/** /goodbye: after signing out, or after deleting the account. */
import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { FullPage } from '../../ui/full-page.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Goodbye() {
  const isDeleted = new URLSearchParams(useLocation().search).has('deleted');
  const title = isDeleted ? 'Your account is deleted' : 'You are signed out';
  useTitle(title);
  return (
    <FullPage title={title}>
      <p className="muted">
        {isDeleted
          ? 'To come back, ask an administrator for a new invitation.'
          : 'Picket keeps monitoring. Alerts are still recorded and sent.'}
      </p>
      <Button component={Link} to="/sign-in">
        {isDeleted ? 'Go to sign in' : 'Sign in again'}
      </Button>
    </FullPage>
  );
}
