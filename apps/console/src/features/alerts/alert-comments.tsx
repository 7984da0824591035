import { Button, Textarea } from '@mantine/core';
import type { AlertDetailOut } from '@picket/contracts/types';
import { api, problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useProfile } from '../session/index.ts';
import { alertTimezone } from './alert-text.ts';
import { refreshAlert } from './use-alert.ts';
import { useComments } from './use-comments.ts';

const MAX_COMMENT_LENGTH = 2048;

/** Comments on an alert, and a form to add one. */
export function AlertComments({ alert }: { readonly alert: AlertDetailOut }) {
  const t = useText();
  const formats = useFormats(alertTimezone(alert));
  const { comments, hasEarlier, loadEarlier } = useComments(alert);
  return (
    <section className="card pad stack alert-later" aria-label={t('alerts.comments')}>
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
        <ul className="comments">
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
  const draft = useDraft(person, `comment on ${alert.guid}`, '');
  const text = draft.value;
  const adding = useSubmit(async () => {
    await api('POST /alerts/{guid}/comments', { params: { guid: alert.guid }, body: { text } });
    draft.clear();
    await refreshAlert(alert.guid);
  });
  return (
    <form
      className="form"
      hidden={display}
      onSubmit={(event) => {
        event.preventDefault();
        void adding.submit();
      }}
    >
      <DraftRestoredBanner draft={draft} />
      <Textarea
        label={t('alerts.addCommentLabel')}
        autosize
        minRows={2}
        maxLength={MAX_COMMENT_LENGTH}
        value={text}
        error={adding.problem === null ? undefined : problemText(adding.problem)}
        onChange={(event) => draft.change(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="default" loading={adding.busy} disabled={text.trim() === ''}>
          {t('alerts.addComment')}
        </Button>
      </div>
    </form>
  );
}
