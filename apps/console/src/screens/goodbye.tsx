/** /goodbye: after signing out. */
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { FullPage } from '../ui/full-page.tsx';
import { useTitle } from '../ui/use-title.ts';

export default function Goodbye() {
  useTitle('Signed out');
  return (
    <FullPage title="You are signed out">
      <p className="muted">Picket keeps watching. Alerts go on being recorded while nobody looks.</p>
      <Button component={Link} to="/sign-in">
        Sign in again
      </Button>
    </FullPage>
  );
}
