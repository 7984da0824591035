/** API tokens: created with at most the owner's permissions, shown once, revoked immediately. */
import { Button } from '@mantine/core';
import type { ApiTokenOut } from '@picket/contracts/types';
import type { Permission } from '@picket/domain/permissions';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { PartPending } from '../../ui/part-pending.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { showErrorToast, showToast } from '../../ui/toasts.ts';
import { NewToken } from './new-api-token.tsx';
import { ApiTokenList } from './token-list.tsx';
import { useApiTokens } from './use-account.ts';

interface Props {
  /** The permissions of the signed-in user; a token cannot have more. */
  readonly held: readonly Permission[];
  /** All tokens of the tenant, for administrators; none are created here. */
  readonly everyone?: boolean;
}

export function ApiTokens({ held, everyone = false }: Props) {
  const t = useText();
  const pages = useApiTokens(everyone);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const revoke = async ({ guid, name }: ApiTokenOut): Promise<void> => {
    try {
      await api('DELETE /api-tokens/{guid}', { params: { guid } });
      showToast(t('account.tokens.revoked'), t('account.tokens.revokedText', { name }));
      await pages.reload();
    } catch (error) {
      showErrorToast(error);
    }
  };
  return (
    <section className="card section" aria-label={t('account.tokens.title')}>
      <h2>{t(everyone ? 'account.tokens.titleAll' : 'account.tokens.title')}</h2>
      <p className="muted">
        {t.rich(everyone ? 'account.tokens.textAll' : 'account.tokens.text', {
          link: (text) => <a href="/api/docs">{text}</a>,
        })}
      </p>
      {made !== null && <MadeToken token={made} onDone={() => setMade(null)} />}
      {making && (
        <NewToken
          held={held}
          onCancel={() => setMaking(false)}
          onMade={async (token) => {
            setMaking(false);
            setMade(token);
            await pages.reload();
          }}
        />
      )}
      {pages.items === undefined ? (
        <PartPending error={pages.error} onRetry={() => void pages.reload()} height={48} />
      ) : (
        <ApiTokenList tokens={pages.items} showsOwner={everyone} onRevoke={(token) => void revoke(token)} />
      )}
      <div className="row">
        <ShowMore pages={pages} />
        {!everyone && !making && (
          <Button variant="default" onClick={() => setMaking(true)}>
            {t('account.tokens.create')}
          </Button>
        )}
      </div>
    </section>
  );
}

function MadeToken({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const t = useText();
  return (
    <div className="stack-tight" role="status">
      <h3>{t('account.tokens.made')}</h3>
      <p className="muted small">{t('account.tokens.madeText')}</p>
      <CopyLine text={token} label={t('account.tokens.copy')} />
      <div>
        <Button onClick={onDone}>{t('account.tokens.saved')}</Button>
      </div>
    </div>
  );
}
