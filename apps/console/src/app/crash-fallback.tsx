/** Replaces a page that crashed, and reports the crash to the server (specification, section 7). */
import { Button } from '@mantine/core';
import { UILOG_MAX } from '@picket/domain/feedback';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { signOut } from '../features/session/use-session.ts';
import { api } from '../lib/api.ts';
import { LINKS } from '../lib/links.ts';
import { FullPage } from '../ui/full-page.tsx';

interface State {
  readonly crashed: boolean;
}

export class CrashFallback extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { crashed: false };

  static getDerivedStateFromError(): State {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const msg = `${stack}\n${componentStack ?? ''}`.slice(0, UILOG_MAX);
    void api('POST /uilog', { body: { msg } }).catch(() => {});
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    const handleSignOut = async (): Promise<void> => {
      await signOut();
      window.location.assign('/sign-in');
    };
    return (
      <FullPage title="Oops, something went wrong">
        <p className="muted">
          Try logging out and logging in again.
          {LINKS.support !== null && (
            <>
              {' '}
              If it happens again, write to <a href={`mailto:${LINKS.support}`}>{LINKS.support}</a>.
            </>
          )}
        </p>
        <div className="row">
          <Button onClick={() => void handleSignOut()}>Log out</Button>
          <Button variant="default" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        </div>
      </FullPage>
    );
  }
}
