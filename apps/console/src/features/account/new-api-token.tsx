import { Button, NumberInput, TextInput } from '@mantine/core';
import type { Permission } from '@picket/domain/permissions';
import { api } from '../../lib/api.ts';
import { numberTyped } from '../../lib/number-typed.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { withReauthentication } from '../session/index.ts';
import { RoleMatrix } from '../users/index.ts';

interface Props {
  /** The permissions of the signed-in user; a token cannot have more. */
  readonly held: readonly Permission[];
  readonly onMade: (token: string) => Promise<void>;
  readonly onCancel: () => void;
}

const NEW_TOKEN: {
  readonly name: string;
  readonly days: number | string;
  readonly permissions: readonly Permission[];
} = {
  name: '',
  days: 90,
  permissions: [],
};

/** Name, duration and permissions of a new API token. */
export function NewToken({ held, onMade, onCancel }: Props) {
  const t = useText();
  const { form, field, values, busy, problem, submit } = useApiForm('POST /api-tokens', {
    saved: NEW_TOKEN,
    toBody: ({ name, days, permissions }) => ({ name, days: numberTyped(days), permissions: [...permissions] }),
    send: async (body) => {
      const { token } = await withReauthentication(() => api('POST /api-tokens', { body }));
      await onMade(token);
    },
  });
  return (
    <Form label={t('account.tokens.new')} onSubmit={submit}>
      <TextInput
        label={t('common.name')}
        description={t('account.tokens.nameHelp')}
        maxLength={128}
        {...form.getInputProps('name')}
        required
      />
      <NumberInput
        label={t('account.tokens.duration')}
        suffix={` ${t('account.tokens.days', { count: Number(values.days) })}`}
        min={1}
        max={366}
        {...form.getInputProps('days')}
      />
      <RoleMatrix held={held} {...field('permissions')} />
      <FormProblem problem={problem} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={values.permissions.length === 0}>
          {t('account.tokens.create')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}
