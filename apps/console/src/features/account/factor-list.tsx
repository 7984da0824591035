import { Button } from '@mantine/core';
import type { MfaOut } from '@picket/contracts/types';
import { api } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { showErrorToast, showToast } from '../../ui/toasts.ts';
import { withReauthentication } from '../session/index.ts';

interface Factor {
  readonly key: string;
  readonly name: string;
  readonly details: string;
  readonly removeLabel: string;
  readonly remove: () => Promise<unknown>;
}

/** The second factors that are set up. */
export function FactorList({ mfa, onChanged }: { readonly mfa: MfaOut; readonly onChanged: () => void }) {
  const t = useText();
  const factors = useFactors(mfa);
  const remove = async (factor: Factor): Promise<void> => {
    try {
      await withReauthentication(factor.remove);
      showToast(t('account.mfa.removed'));
      onChanged();
    } catch (error) {
      showErrorToast(error);
    }
  };
  if (factors.length === 0) return null;
  return (
    <ul className="list inner">
      {factors.map((factor) => (
        <li key={factor.key}>
          <div className="main">
            <strong>{factor.name}</strong>
            <span className="small muted">{factor.details}</span>
          </div>
          <Button variant="default" onClick={() => void remove(factor)} aria-label={factor.removeLabel}>
            {t('common.remove')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function useFactors({ totp, passkeys }: MfaOut): readonly Factor[] {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const app =
    totp === undefined
      ? []
      : [
          {
            key: 'totp',
            name: t('account.mfa.app'),
            details: t('account.mfa.appSince', { ago: formats.ago(totp.since, now) }),
            removeLabel: t('account.mfa.removeApp'),
            remove: () => api('DELETE /users/my-profile/mfa/totp', {}),
          },
        ];
  return [
    ...app,
    ...passkeys.map(({ guid, name, createdAt, lastUsedAt }) => {
      const ago = formats.ago(createdAt, now);
      return {
        key: guid,
        name,
        details:
          lastUsedAt === undefined
            ? t('account.mfa.passkeyUnused', { ago })
            : t('account.mfa.passkeyUsed', { ago, used: formats.ago(lastUsedAt, now) }),
        removeLabel: t('account.mfa.removePasskey', { name }),
        remove: () => api('DELETE /users/my-profile/mfa/passkeys/{guid}', { params: { guid } }),
      };
    }),
  ];
}
