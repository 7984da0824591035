/** Announcements that were left out, with the reasons. */
import { useState } from 'react';
import { problemText } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import styles from './integrations.module.css';
import { type Integration, useLeftOut } from './use-integrations.ts';

export function LeftOutList({ integration: { guid, leftOut } }: { readonly integration: Integration }) {
  const t = useText();
  const [isShown, setShown] = useState(false);
  if (leftOut === 0) return null;
  return (
    <details className={styles.leftOut} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{t('integrations.leftOut', { count: leftOut })}</summary>
      {isShown && <LeftOutLines guid={guid} />}
    </details>
  );
}

function LeftOutLines({ guid }: { readonly guid: string }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { data, error } = useLeftOut(guid, true);
  if (error !== undefined && data === undefined) return <p className="problem-text">{problemText(error)}</p>;
  if (data === undefined) return <div className="skeleton" style={{ height: 48 }} aria-hidden="true" />;
  return (
    <ul className="list inner">
      {data.items.map(({ topic, reason, count, at }) => (
        <li key={`${topic} ${reason}`}>
          <div className="main">
            <span>{t(`integrations.leftOutReason.${reason}`)}</span>
            <code className="small muted">{topic}</code>
          </div>
          <span className="small muted num">
            {t('integrations.leftOutFacts', { count, ago: formats.ago(at, now) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
