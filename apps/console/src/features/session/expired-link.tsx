/** A one-time link that does not work: used, expired, unknown, or not checked. */
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { FullPage } from '../../ui/full-page.tsx';

interface Props {
  readonly status: number;
  readonly code: string;
  readonly kind: 'sign-up' | 'reset';
  readonly onRetry: () => void;
}

const EXPIRED = {
  'sign-up':
    'Invitations expire after seven days. Ask your administrator for a new one. For the first administrator, restart the server to get a new link.',
  reset: 'Reset links expire after one hour. Request a new one.',
};

function describeProblem(code: string, status: number, kind: Props['kind']): readonly [string, string] {
  if (code === 'tokenUsed') return ['This link has been used', 'Sign in with the password you chose.'];
  if (code === 'tokenExpired') return ['This link has expired', EXPIRED[kind]];
  if (status === 404)
    return ['This link is not valid', 'It may have been replaced by a newer one. Only the newest link works.'];
  return ['The link could not be checked', 'Picket cannot be reached. Try again.'];
}

export function ExpiredLink({ status, code, kind, onRetry }: Props) {
  const [title, text] = describeProblem(code, status, kind);
  const isExpired = status === 404 || status === 410;
  return (
    <FullPage title={title}>
      <p className="muted">{text}</p>
      <div className="row">
        {isExpired ? (
          <Button component={Link} to="/sign-in">
            Go to sign in
          </Button>
        ) : (
          <Button onClick={onRetry}>Try again</Button>
        )}
        {isExpired && kind === 'reset' && code !== 'tokenUsed' && (
          <Button component={Link} to="/forgot-password" variant="default">
            Request a new link
          </Button>
        )}
      </div>
    </FullPage>
  );
}
