import { SegmentedControl } from '@mantine/core';
import { MOODS, type Mood } from '@picket/domain';
import { IconMoodHappy, IconMoodNeutral, IconMoodSad } from '@tabler/icons-react';
import { useState } from 'react';
import { problemText } from '../../lib/api.ts';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Problem } from '../../ui/problem.tsx';
import { ShowMore } from '../../ui/show-more.tsx';

const FACES = { happy: IconMoodHappy, neutral: IconMoodNeutral, sad: IconMoodSad } as const;
const WORDS: Readonly<Record<Mood, string>> = { happy: 'Happy', neutral: 'Neutral', sad: 'Sad' };
const ALL = 'all';

/** What people of all organisations said of Picket. */
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
          data={[{ value: ALL, label: 'All' }, ...MOODS.map((one) => ({ value: one, label: WORDS[one] }))]}
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
            ? 'Nobody has said anything yet; the button is in the top bar.'
            : `Nobody was ${WORDS[mood].toLowerCase()}.`}
        </p>
      )}
      {pages.items !== undefined && pages.items.length > 0 && (
        <ul className="list">
          {pages.items.map((one) => {
            const Face = FACES[one.mood];
            return (
              <li key={one.guid}>
                <span className="main">
                  <span className="row">
                    <Face size={20} aria-hidden="true" />
                    <strong>{WORDS[one.mood]}</strong>
                  </span>
                  {one.message !== '' && <span className="words">{one.message}</span>}
                  <span className="small muted">
                    {one.email || 'somebody who is gone'}, {one.tenant.name}, {formatAgo(one.createdAt, now)}
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
