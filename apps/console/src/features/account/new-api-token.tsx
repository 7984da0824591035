import { Button, NumberInput, TextInput } from '@mantine/core';
import type { Permission } from '@picket/domain/permissions';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { withReauthentication } from '../session/index.ts';
import { RoleMatrix } from '../users/index.ts';

interface Props {
  /** The permissions of the signed-in user; a token cannot have more. */
  readonly held: readonly Permission[];
  readonly onMade: (token: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Name, duration and permissions of a new API token. */
export function NewToken({ held, onMade, onCancel }: Props) {
  const t = useText();
  const [permissions, setPermissions] = useState<readonly Permission[]>([]);
  const { form, busy, problem, submit } = useApiForm({ name: '', days: 90 }, async ({ name, days }) => {
    const body = { name, days: Number(days), permissions: [...permissions] };
    const { token } = await withReauthentication(() => api('POST /api-tokens', { body }));
    await onMade(token);
  });
  return (
    <form
      className="form"
      aria-label={t('account.tokens.new')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label={t('common.name')}
        description={t('account.tokens.nameHelp')}
        maxLength={128}
        {...form.getInputProps('name')}
        required
      />
      <NumberInput
        label={t('account.tokens.duration')}
        suffix={` ${t('account.tokens.days', { count: Number(form.values.days) })}`}
        min={1}
        max={366}
        {...form.getInputProps('days')}
      />
      <RoleMatrix value={permissions} held={held} onChange={setPermissions} />
      <FormProblem problem={problem} fields={Object.keys(form.values)} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={permissions.length === 0}>
          {t('account.tokens.create')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
