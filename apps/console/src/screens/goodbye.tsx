/** /goodbye: after signing out, or after deleting the account. */
import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { FullPage } from '../ui/full-page.tsx';
import { useTitle } from '../ui/use-title.ts';

export default function Goodbye() {
  const isDeleted = new URLSearchParams(useLocation().search).has('deleted');
  const title = isDeleted ? 'Your account is deleted' : 'You are signed out';
  useTitle(title);
  return (
    <FullPage title={title}>
      <p className="muted">
        {isDeleted
          ? 'Thank you for keeping watch. Should you come back, an administrator can invite you again.'
          : 'Picket keeps watching. Alerts go on being recorded while nobody looks.'}
      </p>
      <Button component={Link} to="/sign-in">
        {isDeleted ? 'To the sign-in page' : 'Sign in again'}
      </Button>
    </FullPage>
  );
}
