import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../ui/name-field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { withReauthentication } from '../session/index.ts';
import { refreshOwnTenant } from './use-tenants.ts';

/** The name of one's own organization. */
export function OwnTenantName({ current }: { readonly current: string }) {
  const t = useText();
  const [name, setName] = useState(current);
  const isChanged = name !== current;
  const { busy, problem, submit, reset } = useSubmit(async () => {
    await withReauthentication(() => api('PATCH /tenant', { body: { name } }));
    showToast(t('common.saved'));
    await refreshOwnTenant();
  });
  return (
    <Form className="card section" label={t('common.name')} dirty={isChanged} onSubmit={() => void submit()}>
      <NameField
        value={name}
        takenNames={[]}
        problem={problem}
        onChange={(next) => {
          setName(next);
          reset();
        }}
      />
      <FormProblem problem={problem} fields={['name']} />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={!isChanged || !isValidName(name, [])}>
          {t('admin.own.saveName')}
        </Button>
      </div>
    </Form>
  );
}
