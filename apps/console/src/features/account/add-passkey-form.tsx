import { Button, TextInput } from '@mantine/core';
import type { BodyOf } from '@picket/contracts/endpoints';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { registerPasskey, withReauthentication } from '../session/index.ts';

interface Props {
  readonly onAdded: (recoveryCodes?: readonly string[]) => Promise<void>;
}

/** A button; then the name of the passkey, which the browser creates. */
export function AddPasskey({ onAdded }: Props) {
  const t = useText();
  const [isNaming, setNaming] = useState(false);
  if (!isNaming)
    return (
      <Button variant="default" onClick={() => setNaming(true)}>
        {t('account.passkey.add')}
      </Button>
    );
  return (
    <PasskeyForm
      onAdded={async (recoveryCodes) => {
        setNaming(false);
        await onAdded(recoveryCodes);
      }}
      onCancel={() => setNaming(false)}
    />
  );
}

/** What the browser has not made yet; only the name can be wrong. */
const NOT_MADE = { challenge: '-', response: { id: '-' } } satisfies Partial<
  BodyOf<'POST /users/my-profile/mfa/passkeys'>
>;

function PasskeyForm({ onAdded, onCancel }: Props & { readonly onCancel: () => void }) {
  const t = useText();
  const { form, busy, problem, submit } = useApiForm('POST /users/my-profile/mfa/passkeys', {
    saved: { name: '' },
    toBody: ({ name }) => ({ ...NOT_MADE, name }),
    send: async ({ name }) => {
      const { challenge, options } = await withReauthentication(() =>
        api('POST /users/my-profile/mfa/passkeys/options', {}),
      );
      const body = { challenge, name, response: await registerPasskey(options) };
      const { recoveryCodes } = await api('POST /users/my-profile/mfa/passkeys', { body });
      await onAdded(recoveryCodes);
    },
  });
  return (
    <Form label={t('account.passkey.add')} onSubmit={submit}>
      <TextInput
        label={t('account.passkey.name')}
        description={t('account.passkey.nameHelp')}
        maxLength={128}
        {...form.getInputProps('name')}
        required
      />
      <FormProblem problem={problem} />
      <div className="row">
        <Button type="submit" loading={busy}>
          {t('common.continue')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}
