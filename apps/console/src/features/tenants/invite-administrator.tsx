import { Button, TextInput } from '@mantine/core';
import type { SentLinkOut } from '@picket/contracts/types';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
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
  const [sent, setSent] = useState<{ readonly link: SentLinkOut; readonly to: string } | null>(null);
  const { form, busy, problem, submit } = useApiForm('POST /tenants/{guid}/invite', {
    saved: { administrator: '' },
    toBody: (values) => values,
    send: async (body) => {
      const link = await withReauthentication(() => api('POST /tenants/{guid}/invite', { params: { guid }, body }));
      setSent({ link, to: body.administrator });
      await onInvited();
    },
  });
  return (
    <Form label={t('admin.tenant.inviteForm')} onSubmit={submit}>
      <TextInput
        label={t('admin.tenant.inviteAnother')}
        inputMode="email"
        autoComplete="off"
        placeholder={t('common.email')}
        {...form.getInputProps('administrator')}
        required
      />
      <FormProblem problem={problem} />
      {sent !== null && <LinkSent sent={sent.link} to={sent.to} />}
      <div>
        <Button type="submit" variant="default" loading={busy}>
          {t('users.invite.action')}
        </Button>
      </div>
    </Form>
  );
}
