import { SegmentedControl } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { MOODS, type Mood } from '@picket/domain/feedback';
import { IconMoodHappy, IconMoodNeutral, IconMoodSad } from '@tabler/icons-react';
import { useState } from 'react';
import { problemText } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Problem } from '../../ui/problem.tsx';
import { ShowMore } from '../../ui/show-more.tsx';

const MOOD_ICONS = { happy: IconMoodHappy, neutral: IconMoodNeutral, sad: IconMoodSad } as const;
const ALL = 'all';

/** Feedback of users of all organizations. */
export function FeedbackList() {
  const t = useText();
  const [mood, setMood] = useState<Mood | null>(null);
  const pages = usePages('GET /feedback', { query: { limit: 20, ...(mood === null ? {} : { mood }) } });
  return (
    <section className="card section" aria-label={t('operations.feedback.title')}>
      <div className="row">
        <h2>{t('operations.feedback.title')}</h2>
        <span className="grow" />
        <SegmentedControl
          aria-label={t('operations.feedback.filter')}
          value={mood ?? ALL}
          onChange={(value) => setMood(MOODS.find((one) => one === value) ?? null)}
          data={[
            { value: ALL, label: t('operations.feedback.all') },
            ...MOODS.map((one) => ({ value: one, label: t(`shell.mood.${one}`) })),
          ]}
        />
      </div>
      {pages.error && (
        <Problem
          title={t('operations.feedback.loadProblem')}
          text={problemText(pages.error)}
          onRetry={() => void pages.reload()}
        />
      )}
      {pages.items?.length === 0 && (
        <p className="muted">{t(mood === null ? 'operations.feedback.none' : `operations.feedback.none.${mood}`)}</p>
      )}
      {pages.items !== undefined && pages.items.length > 0 && (
        <ul className="list">
          {pages.items.map((one) => (
            <FeedbackLine key={one.guid} feedback={one} />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} />
    </section>
  );
}

function FeedbackLine({ feedback }: { readonly feedback: ResponseOf<'GET /feedback'>['items'][number] }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { mood, message, email, tenant, createdAt } = feedback;
  const MoodIcon = MOOD_ICONS[mood];
  return (
    <li>
      <span className="main">
        <span className="row">
          <MoodIcon size={20} aria-hidden="true" />
          <strong>{t(`shell.mood.${mood}`)}</strong>
        </span>
        {message !== '' && <span className="words">{message}</span>}
        <span className="small muted">
          {t('operations.feedback.facts', {
            email: email || t('operations.feedback.deletedUser'),
            tenant: tenant.name,
            ago: formats.ago(createdAt, now),
          })}
        </span>
      </span>
    </li>
  );
}
