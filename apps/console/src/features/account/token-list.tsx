import { Button } from '@mantine/core';
import type { ApiTokenOut } from '@picket/contracts/types';
import { useNow } from '../../lib/now.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { permissionTexts, useLocationNames } from '../users/index.ts';

interface Props {
  readonly tokens: readonly ApiTokenOut[];
  readonly showsOwner: boolean;
  readonly onRevoke: (token: ApiTokenOut) => void;
}

/** What each API token may do, until when, and when it was used. */
export function ApiTokenList({ tokens, showsOwner, onRevoke }: Props) {
  const t = useText();
  if (tokens.length === 0) return <p className="muted">{t('account.tokens.none')}</p>;
  return (
    <ul className="list inner">
      {tokens.map((token) => (
        <TokenLine key={token.guid} token={token} showsOwner={showsOwner} onRevoke={onRevoke} />
      ))}
    </ul>
  );
}

interface LineProps extends Omit<Props, 'tokens'> {
  readonly token: ApiTokenOut;
}

function TokenLine({ token, showsOwner, onRevoke }: LineProps) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { nameOf } = useLocationNames();
  const { name, user, permissions, expiresAt, lastUsedAt } = token;
  const validity =
    Date.parse(expiresAt) <= now
      ? t('account.tokens.expired')
      : t('account.tokens.expires', { time: formats.until(expiresAt, now) });
  const usage = usageText(t, token, lastUsedAt === undefined ? null : formats.ago(lastUsedAt, now));
  return (
    <li>
      <div className="main">
        {showsOwner ? (
          <span className="muted">
            {t.rich('account.tokens.ofUser', { name, user: user.name, b: (text) => <strong>{text}</strong> })}
          </span>
        ) : (
          <strong>{name}</strong>
        )}
        <span className="small">{permissionTexts(t, permissions, nameOf).join(' ')}</span>
        <span className="small muted">{`${validity} · ${usage}`}</span>
      </div>
      <Button variant="default" onClick={() => onRevoke(token)} aria-label={t('account.tokens.revokeOne', { name })}>
        {t('account.tokens.revoke')}
      </Button>
    </li>
  );
}

/** `ago`: when it was last used; null: never. */
function usageText(t: Translator, { lastAddress }: ApiTokenOut, ago: string | null): string {
  if (ago === null) return t('account.tokens.unused');
  return lastAddress === undefined
    ? t('account.tokens.used', { ago })
    : t('account.tokens.usedFrom', { ago, address: lastAddress });
}
