import { Button, TextInput } from '@mantine/core';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { revalidateSession, setProfile } from '../session/index.ts';

interface Props {
  readonly current: string;
  /** `last_update_ts` of the profile. */
  readonly version: string;
}

/** One's own name. */
export function DisplayNameForm({ current, version }: Props) {
  const t = useText();
  const { form, values, isDirty, busy, problem, conflict, submit } = useApiForm('PATCH /users/my-profile', {
    saved: { displayName: current },
    version,
    toBody: (typed) => typed,
    send: async (body, { displayName }, headers) => {
      await setProfile(await api('PATCH /users/my-profile', { body, headers }));
      showToast(t('common.saved'), t('profile.shownAs', { name: displayName }));
    },
    reload: revalidateSession,
  });
  const isChanged = isDirty && values.displayName.trim() !== '';
  return (
    <Form dirty={isChanged} label={t('common.name')} onSubmit={submit}>
      <TextInput label={t('profile.yourName')} maxLength={128} {...form.getInputProps('displayName')} />
      <EditConflict
        conflict={conflict}
        words={{ displayName: { label: t('profile.yourName'), show: ({ displayName }) => displayName } }}
      />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={!isChanged}>
          {t('profile.saveName')}
        </Button>
      </div>
    </Form>
  );
}
