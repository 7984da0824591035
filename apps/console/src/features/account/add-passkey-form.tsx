import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, fieldProblem, problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { registerPasskey, withReauthentication } from '../session/index.ts';

/** A button; then the name of the passkey, which the browser creates. */
export function AddPasskey({ onAdded }: { readonly onAdded: (recoveryCodes?: readonly string[]) => Promise<void> }) {
  const t = useText();
  const [name, setName] = useState<string | null>(null);
  const { busy, problem, submit } = useSubmit(async () => {
    const { challenge, options } = await withReauthentication(() =>
      api('POST /users/my-profile/mfa/passkeys/options', {}),
    );
    const response = await registerPasskey(options);
    const body = { challenge, name: name ?? '', response };
    const { recoveryCodes } = await api('POST /users/my-profile/mfa/passkeys', { body });
    setName(null);
    await onAdded(recoveryCodes);
  });
  if (name === null)
    return (
      <Button variant="default" onClick={() => setName('')}>
        {t('account.passkey.add')}
      </Button>
    );
  return (
    <form
      className="form"
      aria-label={t('account.passkey.add')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label={t('account.passkey.name')}
        description={t('account.passkey.nameHelp')}
        maxLength={128}
        value={name}
        error={problem === null ? undefined : (fieldProblem(problem, 'name') ?? problemText(problem))}
        onChange={(event) => setName(event.currentTarget.value)}
        required
      />
      <div className="row">
        <Button type="submit" loading={busy}>
          {t('common.continue')}
        </Button>
        <Button variant="default" onClick={() => setName(null)}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
