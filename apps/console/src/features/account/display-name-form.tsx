import { Button, TextInput } from '@mantine/core';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { setProfile } from '../session/index.ts';

/** One's own name. */
export function DisplayNameForm({ current }: { readonly current: string }) {
  const t = useText();
  const { form, values, isDirty, busy, problem, submit } = useApiForm('PATCH /users/my-profile', {
    saved: { displayName: current },
    toBody: (typed) => typed,
    send: async (body, { displayName }) => {
      await setProfile(await api('PATCH /users/my-profile', { body }));
      showToast(t('common.saved'), t('profile.shownAs', { name: displayName }));
    },
  });
  const isChanged = isDirty && values.displayName.trim() !== '';
  return (
    <Form dirty={isChanged} label={t('common.name')} onSubmit={submit}>
      <TextInput label={t('profile.yourName')} maxLength={128} {...form.getInputProps('displayName')} />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={!isChanged}>
          {t('profile.saveName')}
        </Button>
      </div>
    </Form>
  );
}
