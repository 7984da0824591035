import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, fieldProblem, refresh } from '../../lib/api.ts';
import { formatViewerDateTime } from '../../lib/format-relative-time.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { showToast } from '../../ui/toasts.ts';

const KEY = 'GET /announcements';

/** Announcements to all users; each user sees one until they close it. */
export function AnnouncementBoard() {
  const pages = usePages(KEY, { query: { limit: 10 } });
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const [deleting, setDeleting] = useState<{ readonly id: string; readonly title: string } | null>(null);
  const publish = useSubmit(async () => {
    await api('POST /announcements', { body: { title, text } });
    setTitle('');
    setText('');
    await refresh(KEY);
    showToast('Published', 'All users see it until they close it.');
  });
  return (
    <section className="card section" aria-label="Announcements">
      <h2>Announcements</h2>
      {pages.items?.length === 0 && <p className="muted">No announcements.</p>}
      {pages.items !== undefined && pages.items.length > 0 && (
        <ul className="list">
          {pages.items.map((one) => (
            <li key={one.id}>
              <span className="main">
                <strong>{one.title}</strong>
                <span className="small">{one.text}</span>
                <span className="small muted num">{formatViewerDateTime(one.publishedAt)}</span>
              </span>
              <span className="side">
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => setDeleting(one)}
                  aria-label={`Delete: ${one.title}`}
                >
                  Delete
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <ShowMore pages={pages} />
      <Form label="New announcement" dirty={title !== '' || text !== ''} onSubmit={() => void publish.submit()}>
        <TextInput
          label="Title"
          maxLength={120}
          value={title}
          error={fieldProblem(publish.problem, 'title')}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Textarea
          label="What is new"
          autosize
          minRows={2}
          maxLength={1000}
          value={text}
          error={fieldProblem(publish.problem, 'text')}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FormProblem problem={publish.problem} fields={['title', 'text']} />
        <div>
          <Button
            type="submit"
            variant="default"
            loading={publish.busy}
            disabled={title.trim() === '' || text.trim() === ''}
          >
            Publish announcement
          </Button>
        </div>
      </Form>
      {deleting !== null && (
        <Confirmation
          title={`Delete “${deleting.title}”?`}
          action="Delete"
          onConfirm={async () => {
            await api('DELETE /announcements/{id}', { params: { id: deleting.id } });
            setDeleting(null);
            await refresh(KEY);
          }}
          reload={() => refresh(KEY)}
          onClose={() => setDeleting(null)}
        >
          <p>Users who have not seen it will no longer see it.</p>
        </Confirmation>
      )}
    </section>
  );
}
