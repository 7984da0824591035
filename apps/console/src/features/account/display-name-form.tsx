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
  const { form, busy, problem, submit } = useApiForm({ displayName: current }, async ({ displayName }) => {
    await setProfile(await api('PATCH /users/my-profile', { body: { displayName } }));
    showToast(t('common.saved'), t('profile.shownAs', { name: displayName }));
  });
  const { displayName } = form.values;
  const isChanged = displayName.trim() !== '' && displayName !== current;
  return (
    <Form dirty={isChanged} label={t('common.name')} onSubmit={() => void submit()}>
      <TextInput label={t('profile.yourName')} maxLength={128} {...form.getInputProps('displayName')} />
      <FormProblem problem={problem} fields={['displayName']} />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={!isChanged}>
          {t('profile.saveName')}
        </Button>
      </div>
    </Form>
  );
}
