import type { AlertDetailOut } from '@picket/contracts/types';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { type Submission, useSubmit } from '../../lib/use-submit.ts';

type Comment = AlertDetailOut['comments'][number];

/** Comments older than those returned with the alert, as far as they were loaded. */
interface Earlier {
  /** Oldest first. */
  readonly comments: readonly Comment[];
  readonly next: string | null;
}

/** The newest comments on an alert, and earlier ones page by page. */
export function useComments(alert: AlertDetailOut): {
  readonly comments: readonly Comment[];
  readonly hasEarlier: boolean;
  readonly loadEarlier: Submission<[]>;
} {
  const [earlier, setEarlier] = useState<Earlier | null>(null);
  const next = earlier === null ? alert.earlierCommentsCursor : earlier.next;
  const loadEarlier = useSubmit(async () => {
    if (next === null) return;
    const page = await api('GET /alerts/{guid}/comments', { params: { guid: alert.guid }, query: { cursor: next } });
    // New comments may have arrived since the first page was loaded.
    const known = earlier?.comments ?? alert.comments;
    setEarlier({ comments: mergeComments([...page.items].reverse(), known), next: page.nextCursor });
  });
  const comments = earlier === null ? alert.comments : mergeComments(earlier.comments, alert.comments);
  return { comments, hasEarlier: next !== null, loadEarlier };
}

/** Merges two lists of comments, the earlier one first, each comment once. */
function mergeComments(first: readonly Comment[], second: readonly Comment[]): readonly Comment[] {
  const seen = new Set(first.map(({ guid }) => guid));
  return [...first, ...second.filter(({ guid }) => !seen.has(guid))];
}
