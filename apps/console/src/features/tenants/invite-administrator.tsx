import { Button, TextInput } from '@mantine/core';
import type { SentLinkOut } from '@picket/contracts/types';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { withReauthentication } from '../session/index.ts';
import { LinkSent } from '../users/index.ts';

interface Props {
  /** Of the organization. */
  readonly guid: string;
  readonly onInvited: () => Promise<unknown>;
}

/** Invites another administrator to an organization. */
export function InviteAdministrator({ guid, onInvited }: Props) {
  const t = useText();
  const [sent, setSent] = useState<SentLinkOut | null>(null);
  const { form, busy, problem, submit } = useApiForm({ administrator: '' }, async (body) => {
    setSent(await withReauthentication(() => api('POST /tenants/{guid}/invite', { params: { guid }, body })));
    await onInvited();
  });
  return (
    <form
      className="form"
      aria-label={t('admin.tenant.inviteForm')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label={t('admin.tenant.inviteAnother')}
        type="email"
        autoComplete="off"
        placeholder={t('common.email')}
        {...form.getInputProps('administrator')}
        required
      />
      <FormProblem problem={problem} fields={['administrator']} />
      {sent !== null && <LinkSent sent={sent} to={form.values.administrator} />}
      <div>
        <Button type="submit" variant="default" loading={busy}>
          {t('users.invite.action')}
        </Button>
      </div>
    </form>
  );
}
