/** Replaces a page that crashed, and reports the crash to the server (specification, section 7). */

import { UILOG_MAX } from '@picket/domain/feedback';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { signOut } from '../features/session/use-session.ts';
import { api } from '../lib/api.ts';
import { LINKS } from '../lib/links.ts';
import { useText } from '../lib/texts.ts';
import { Button } from '../ui/controls/button.tsx';
import { FullPage } from '../ui/full-page.tsx';
import { showErrorToast } from '../ui/toasts.ts';

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
    return this.state.crashed ? <Crashed /> : this.props.children;
  }
}

function Crashed() {
  const t = useText();
  const { support, help } = LINKS;
  const handleSignOut = async (): Promise<void> => {
    await signOut();
    window.location.assign('/sign-in');
  };
  return (
    <FullPage title={t('service.crash.title')}>
      <p className="muted">
        {t('service.crash.text')}{' '}
        {support === null
          ? help !== null &&
            t.rich('service.crash.help', {
              link: (text) => (
                <a href={help} target="_blank" rel="noreferrer">
                  {text}
                </a>
              ),
            })
          : t.rich('service.crash.support', {
              address: support,
              link: (text) => <a href={`mailto:${support}`}>{text}</a>,
            })}
      </p>
      <div className="row">
        <Button onClick={() => void handleSignOut().catch(showErrorToast)}>{t('service.crash.signOut')}</Button>
        <Button variant="default" onClick={() => window.location.reload()}>
          {t('service.crash.reload')}
        </Button>
      </div>
    </FullPage>
  );
}
