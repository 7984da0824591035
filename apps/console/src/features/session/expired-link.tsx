/** A one-time link that does not work: used, expired, unknown, or not checked. */

import { type Translator, useText } from '../../lib/texts.ts';
import { Button, LinkButton } from '../../ui/controls/button.tsx';
import { FullPage } from '../../ui/full-page.tsx';

interface Props {
  readonly status: number;
  readonly code: string;
  readonly kind: 'sign-up' | 'reset';
  readonly onRetry: () => void;
}

function describeProblem(t: Translator, { code, status, kind }: Props): readonly [title: string, text: string] {
  if (code === 'tokenUsed') return [t('session.link.used'), t('session.link.usedText')];
  if (code === 'tokenExpired') return [t('session.link.expired'), t(`session.link.expiredText.${kind}`)];
  if (status === 404) return [t('session.link.invalid'), t('session.link.invalidText')];
  return [t('session.link.unchecked'), t('session.link.uncheckedText')];
}

export function ExpiredLink(props: Props) {
  const { status, code, kind, onRetry } = props;
  const t = useText();
  const [title, text] = describeProblem(t, props);
  const isExpired = status === 404 || status === 410;
  return (
    <FullPage title={title}>
      <p className="muted">{text}</p>
      <div className="row">
        {isExpired ? (
          <LinkButton to="/sign-in">{t('session.signIn.go')}</LinkButton>
        ) : (
          <Button onClick={onRetry}>{t('common.retry')}</Button>
        )}
        {isExpired && kind === 'reset' && code !== 'tokenUsed' && (
          <LinkButton to="/forgot-password" variant="default">
            {t('session.link.requestNew')}
          </LinkButton>
        )}
      </div>
    </FullPage>
  );
}
