import { Button, Textarea } from '@mantine/core';
import type { AlertDetailOut } from '@picket/contracts/types';
import { MAX_COMMENT_LENGTH } from '@picket/domain/comments';
import { api } from '../../lib/api.ts';
import { draftKey } from '../../lib/stored-drafts.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useProfile } from '../session/index.ts';
import styles from './alert-page.module.css';
import { alertTimezone } from './alert-text.ts';
import { refreshAlert } from './use-alert.ts';
import { useComments } from './use-comments.ts';

/** Comments on an alert, and a form to add one. */
export function AlertComments({ alert }: { readonly alert: AlertDetailOut }) {
  const t = useText();
  const formats = useFormats(alertTimezone(alert));
  const { comments, hasEarlier, loadEarlier } = useComments(alert);
  return (
    <section className={`card pad stack ${styles.later}`} aria-label={t('alerts.comments')}>
      <h2>{t('alerts.comments')}</h2>
      {hasEarlier && (
        <div className="stack-tight">
          <FormProblem problem={loadEarlier.problem} />
          <div>
            <Button
              variant="default"
              size="compact-sm"
              loading={loadEarlier.busy}
              onClick={() => void loadEarlier.submit()}
            >
              {t('alerts.earlierComments')}
            </Button>
          </div>
        </div>
      )}
      {comments.length > 0 && (
        <ul className={styles.comments}>
          {comments.map(({ guid, by, at, text }) => (
            <li key={guid}>
              <span className="small muted num facts">
                <span>{by}</span>
                <span>{formats.dateTime(at)}</span>
              </span>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      )}
      <CommentForm alert={alert} />
    </section>
  );
}

function CommentForm({ alert }: { readonly alert: AlertDetailOut }) {
  const t = useText();
  const { guid: person, display } = useProfile();
  const { form, values, draft, busy, problem, submit } = useApiForm('POST /alerts/{guid}/comments', {
    saved: { text: '' },
    draft: draftKey(person, `comment on ${alert.guid}`),
    toBody: (typed) => typed,
    send: async (body) => {
      await api('POST /alerts/{guid}/comments', { params: { guid: alert.guid }, body });
      await refreshAlert(alert.guid);
    },
  });
  if (display) return null;
  return (
    <Form onSubmit={submit}>
      <DraftRestoredBanner draft={draft} />
      <Textarea
        label={t('alerts.addCommentLabel')}
        autosize
        minRows={2}
        maxLength={MAX_COMMENT_LENGTH}
        {...form.getInputProps('text')}
      />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={values.text.trim() === ''}>
          {t('alerts.addComment')}
        </Button>
      </div>
    </Form>
  );
}
