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
  const { form, busy, problem, submit } = useApiForm({ title: '', text: '' }, async (body) => {
    await api('POST /announcements', { body });
    form.reset();
    await refreshAnnouncements();
    showToast(t('operations.board.published'), t('operations.board.publishedText'));
  });
  const { title, text } = form.values;
  return (
    <Form label={t('operations.board.new')} dirty={title !== '' || text !== ''} onSubmit={() => void submit()}>
      <TextInput label={t('operations.board.titleField')} maxLength={120} {...form.getInputProps('title')} />
      <Textarea
        label={t('operations.board.text')}
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('text')}
      />
      <FormProblem problem={problem} fields={['title', 'text']} />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={title.trim() === '' || text.trim() === ''}>
          {t('operations.board.publish')}
        </Button>
      </div>
    </Form>
  );
}
