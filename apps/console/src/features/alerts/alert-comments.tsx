import { Button, Textarea } from '@mantine/core';
import type { AlertDetailOut } from '@picket/contracts/types';
import { useState } from 'react';
import { api, problemText } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useProfile } from '../session/index.ts';

const MAX_COMMENT_LENGTH = 2048;

type Comment = AlertDetailOut['comments'][number];

/** Comments older than those returned with the alert, as far as they were loaded. */
interface Earlier {
  /** Oldest first. */
  readonly comments: readonly Comment[];
  readonly next: string | null;
}

/** The newest comments on an alert, earlier ones page by page, and a form to add one. */
export function AlertComments({
  alert,
  timezone,
  onAdded,
}: {
  readonly alert: AlertDetailOut;
  readonly timezone: string;
  readonly onAdded: () => void;
}) {
  const { guid: person, display } = useProfile();
  const draft = useDraft(person, `comment on ${alert.guid}`, '');
  const [earlier, setEarlier] = useState<Earlier | null>(null);
  const text = draft.value;
  const adding = useSubmit(async () => {
    await api('POST /alerts/{guid}/comments', { params: { guid: alert.guid }, body: { text } });
    draft.clear();
    onAdded();
  });
  const next = earlier === null ? alert.earlierCommentsCursor : earlier.next;
  const loadMore = useSubmit(async () => {
    if (next === null) return;
    const page = await api('GET /alerts/{guid}/comments', { params: { guid: alert.guid }, query: { cursor: next } });
    // New comments may have arrived since the first page was loaded.
    const known = earlier?.comments ?? alert.comments;
    setEarlier({ comments: mergeComments([...page.items].reverse(), known), next: page.nextCursor });
  });
  const comments = earlier === null ? alert.comments : mergeComments(earlier.comments, alert.comments);
  return (
    <section className="card pad stack" aria-label="Comments">
      <h2>Comments</h2>
      {next !== null && (
        <div className="stack-tight">
          <FormProblem problem={loadMore.problem} />
          <div>
            <Button variant="default" size="compact-sm" loading={loadMore.busy} onClick={() => void loadMore.submit()}>
              Show earlier comments
            </Button>
          </div>
        </div>
      )}
      {comments.length > 0 && (
        <ul className="comments">
          {comments.map(({ guid, by, at, text: body }) => (
            <li key={guid}>
              <span className="small muted num">
                {by} · {formatDateTime(Date.parse(at), timezone)}
              </span>
              <p>{body}</p>
            </li>
          ))}
        </ul>
      )}
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
          label="Add a comment"
          autosize
          minRows={2}
          maxLength={MAX_COMMENT_LENGTH}
          value={text}
          error={adding.problem === null ? undefined : problemText(adding.problem)}
          onChange={(event) => draft.change(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="default" loading={adding.busy} disabled={text.trim() === ''}>
            Add comment
          </Button>
        </div>
      </form>
    </section>
  );
}

/** Merges two lists of comments, the earlier one first, each comment once. */
function mergeComments(first: readonly Comment[], second: readonly Comment[]): readonly Comment[] {
  const seen = new Set(first.map(({ guid }) => guid));
  return [...first, ...second.filter(({ guid }) => !seen.has(guid))];
}
