import { SegmentedControl } from '@mantine/core';
import { MOODS, type Mood } from '@picket/domain/feedback';
import { IconMoodHappy, IconMoodNeutral, IconMoodSad } from '@tabler/icons-react';
import { useState } from 'react';
import { problemText } from '../../lib/api.ts';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Problem } from '../../ui/problem.tsx';
import { ShowMore } from '../../ui/show-more.tsx';

const MOOD_ICONS = { happy: IconMoodHappy, neutral: IconMoodNeutral, sad: IconMoodSad } as const;
const MOOD_LABELS: Readonly<Record<Mood, string>> = { happy: 'Happy', neutral: 'Neutral', sad: 'Sad' };
const ALL = 'all';

/** Feedback of users of all organizations. */
export function FeedbackList({ now }: { readonly now: number }) {
  const [mood, setMood] = useState<Mood | null>(null);
  const pages = usePages('GET /feedback', { query: { limit: 20, ...(mood === null ? {} : { mood }) } });
  return (
    <section className="card section" aria-label="Feedback">
      <div className="row">
        <h2>Feedback</h2>
        <span className="grow" />
        <SegmentedControl
          aria-label="Mood"
          value={mood ?? ALL}
          onChange={(value) => setMood(MOODS.find((one) => one === value) ?? null)}
          data={[{ value: ALL, label: 'All' }, ...MOODS.map((one) => ({ value: one, label: MOOD_LABELS[one] }))]}
        />
      </div>
      {pages.error && (
        <Problem
          title="Feedback could not be loaded"
          text={problemText(pages.error)}
          onRetry={() => void pages.reload()}
        />
      )}
      {pages.items?.length === 0 && (
        <p className="muted">
          {mood === null
            ? 'No feedback yet. The button is in the top bar.'
            : `No ${MOOD_LABELS[mood].toLowerCase()} feedback.`}
        </p>
      )}
      {pages.items !== undefined && pages.items.length > 0 && (
        <ul className="list">
          {pages.items.map((one) => {
            const MoodIcon = MOOD_ICONS[one.mood];
            return (
              <li key={one.guid}>
                <span className="main">
                  <span className="row">
                    <MoodIcon size={20} aria-hidden="true" />
                    <strong>{MOOD_LABELS[one.mood]}</strong>
                  </span>
                  {one.message !== '' && <span className="words">{one.message}</span>}
                  <span className="small muted">
                    {one.email || 'deleted user'}, {one.tenant.name}, {formatAgo(one.createdAt, now)}
                  </span>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <ShowMore pages={pages} />
    </section>
  );
}
