import { Button, Checkbox, TextInput } from '@mantine/core';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { withReauthentication } from '../session/index.ts';
import { refreshOutboundHosts } from './use-tenants.ts';

const EXAMPLE = 'ntfy:80';

/** Allows a private host for an organization. `guid`: of the organization. */
export function AllowHostForm({ guid }: { readonly guid: string }) {
  const t = useText();
  const { form, isDirty, busy, problem, submit } = useApiForm('POST /tenants/{guid}/outbound-destinations', {
    saved: { address: '', forEveryone: false },
    toBody: (values) => values,
    send: async (body) => {
      await withReauthentication(() => api('POST /tenants/{guid}/outbound-destinations', { params: { guid }, body }));
      await refreshOutboundHosts();
      showToast(t('admin.hosts.done'), body.address);
    },
  });
  return (
    <Form className="card section" label={t('admin.hosts.form')} dirty={isDirty} onSubmit={submit}>
      <h2>{t('admin.hosts.form')}</h2>
      <TextInput
        label={t('admin.hosts.address')}
        placeholder={EXAMPLE}
        description={t('admin.hosts.addressHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        {...form.getInputProps('address')}
        required
      />
      <Checkbox
        label={t('admin.hosts.forEveryone')}
        description={t('admin.hosts.forEveryoneHelp')}
        {...form.getInputProps('forEveryone', { type: 'checkbox' })}
      />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" variant="default" loading={busy}>
          {t('admin.hosts.allow')}
        </Button>
      </div>
    </Form>
  );
}
