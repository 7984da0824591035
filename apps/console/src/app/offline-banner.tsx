/** Says that nothing answers, and how old is what the page shows. Everything stays usable: nothing is hidden, blocked or queued. */
import { useEffect } from 'react';
import { announce } from '../lib/announce.ts';
import { useNow } from '../lib/now.ts';
import { useText } from '../lib/texts.ts';
import { useTimeFormats } from '../lib/use-time-formats.ts';
import { StateBadge } from '../ui/state-badge.tsx';
import './offline-banner.css';

export function OfflineBanner({ lastAnswerAt }: { readonly lastAnswerAt: number }) {
  const t = useText();
  const formats = useTimeFormats();
  const now = useNow();
  // The browser knows whether it has any network at all, and no more than that.
  const title = navigator.onLine ? t('service.offline.noAnswer') : t('service.offline.title');
  const text = t('service.offline.text');
  useEffect(() => announce(`${title}. ${text}`), [title, text]);
  return (
    <aside className="offline-banner" aria-label={title}>
      <StateBadge state="offline" label={title} />
      <span className="muted num">
        {t('service.offline.lastAnswer', { time: formats.time(lastAnswerAt), age: formats.ago(lastAnswerAt, now) })}
      </span>
      <span>{text}</span>
    </aside>
  );
}
