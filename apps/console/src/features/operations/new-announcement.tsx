import { Button, Textarea, TextInput } from '@mantine/core';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { refreshAnnouncements } from './use-operations.ts';

/** Title and text of an announcement to all users. */
export function NewAnnouncement() {
  const t = useText();
  const { form, values, isDirty, busy, problem, submit } = useApiForm('POST /announcements', {
    saved: { title: '', text: '' },
    toBody: (typed) => typed,
    send: async (body) => {
      await api('POST /announcements', { body });
      await refreshAnnouncements();
      showToast(t('operations.board.published'), t('operations.board.publishedText'));
    },
  });
  const { title, text } = values;
  return (
    <Form label={t('operations.board.new')} dirty={isDirty} onSubmit={submit}>
      <TextInput label={t('operations.board.titleField')} maxLength={120} {...form.getInputProps('title')} />
      <Textarea
        label={t('operations.board.text')}
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('text')}
      />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={title.trim() === '' || text.trim() === ''}>
          {t('operations.board.publish')}
        </Button>
      </div>
    </Form>
  );
}
