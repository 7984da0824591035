import { Button } from '@mantine/core';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../ui/name-field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { withReauthentication } from '../session/index.ts';
import { refreshOwnTenant } from './use-tenants.ts';

/** The name of one's own organization. */
export function OwnTenantName({ current }: { readonly current: string }) {
  const t = useText();
  const { field, values, isDirty, busy, problem, submit } = useApiForm('PATCH /tenant', {
    saved: { name: current },
    toBody: (typed) => typed,
    send: async (body) => {
      await withReauthentication(() => api('PATCH /tenant', { body }));
      showToast(t('common.saved'));
      await refreshOwnTenant();
    },
  });
  return (
    <Form className="card section" label={t('common.name')} dirty={isDirty} onSubmit={submit}>
      <NameField takenNames={[]} {...field('name')} />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={!isDirty || !isValidName(values.name, [])}>
          {t('admin.own.saveName')}
        </Button>
      </div>
    </Form>
  );
}
