/** Creates the account of an invited person, or of the first administrator with the organization. */
import { Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { validateName } from '@picket/domain/names';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { NewPassword, newPasswordProblem } from './new-password.tsx';
import type { SignInFlow } from './use-sign-in-flow.ts';

interface Props {
  readonly token: string;
  readonly invitation: ResponseOf<'GET /auth/finish-signup/{token}'>;
  readonly onOutcome: SignInFlow['onOutcome'];
}

type Account = {
  readonly email: string;
  readonly displayName: string;
  readonly tenantName: string;
  readonly newPassword: string;
};

/** The request; an invitation already says the address and the organization. */
const bodyOf = ({ email, displayName, tenantName, newPassword }: Account, isFirst: boolean) => ({
  newPassword: encodePassword(newPassword),
  ...(isFirst ? { email } : {}),
  ...(displayName === '' ? {} : { displayName }),
  ...(isFirst && tenantName !== '' ? { tenantName } : {}),
});

interface FieldsProps {
  readonly form: UseFormReturnType<Account>;
  readonly isFirst: boolean;
  /** The name of the organization until another one is typed. */
  readonly presetName: string;
}

function AccountFields({ form, isFirst, presetName }: FieldsProps) {
  const t = useText();
  const { tenantName } = form.values;
  const name = validateName(tenantName);
  return (
    <>
      {isFirst && (
        <TextInput
          label={t('session.signUp.organization')}
          placeholder={presetName}
          {...form.getInputProps('tenantName')}
          {...(tenantName !== '' && !name.ok ? { error: t(`common.nameProblem.${name.problem}`) } : {})}
          autoFocus
        />
      )}
      <TextInput
        label={t('common.email')}
        inputMode="email"
        autoComplete="username"
        readOnly={!isFirst}
        {...form.getInputProps('email')}
        required
      />
      <TextInput
        label={t('session.signUp.name')}
        autoComplete="name"
        maxLength={128}
        {...form.getInputProps('displayName')}
      />
    </>
  );
}

export function SignUpForm({ token, invitation, onOutcome }: Props) {
  const t = useText();
  const isFirst = invitation.email === undefined;
  const [attempted, setAttempted] = useState(false);
  const { form, field, values, busy, problem, submit } = useApiForm('POST /auth/finish-signup/{token}', {
    saved: {
      email: invitation.email ?? '',
      displayName: invitation.displayName ?? '',
      tenantName: '',
      newPassword: '',
    },
    toBody: (account) => bodyOf(account, isFirst),
    send: async (body) => onOutcome(await api('POST /auth/finish-signup/{token}', { params: { token }, body })),
  });
  const { email, displayName, tenantName, newPassword } = values;
  const context = [email, displayName, tenantName];
  const handleSubmit = (): void => {
    setAttempted(true);
    if (newPasswordProblem(t, newPassword, context) === null) submit();
  };
  return (
    <Form onSubmit={handleSubmit}>
      <AccountFields form={form} isFirst={isFirst} presetName={invitation.tenant.name} />
      <NewPassword context={context} attempted={attempted} {...field('newPassword')} />
      <FormProblem problem={problem} />
      <Button type="submit" loading={busy} fullWidth disabled={tenantName !== '' && !validateName(tenantName).ok}>
        {isFirst ? t('session.signUp.create') : t('session.signUp.joinAction')}
      </Button>
    </Form>
  );
}
