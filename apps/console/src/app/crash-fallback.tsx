/** What is left when a page crashes. */
import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { signOut } from '../features/session/use-session.ts';
import { FullPage } from '../ui/full-page.tsx';

interface State {
  readonly crashed: boolean;
}

export class CrashFallback extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { crashed: false };

  static getDerivedStateFromError(): State {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    const leave = async (): Promise<void> => {
      await signOut();
      window.location.assign('/sign-in');
    };
    return (
      <FullPage title="Oops, something went wrong">
        <p className="muted">
          Try logging out and logging in again. If it happens again, write to{' '}
          <a href="mailto:support@picket.example">support</a>.
        </p>
        <div className="row">
          <Button onClick={() => void leave()}>Log out</Button>
          <Button variant="default" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        </div>
      </FullPage>
    );
  }
}
