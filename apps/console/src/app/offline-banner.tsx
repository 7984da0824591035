/** Says that nothing answers, and how old is what the page shows. Everything stays usable: nothing is hidden, blocked or queued. */
import { useEffect } from 'react';
import { announce } from '../lib/announce.ts';
import { useNow } from '../lib/now.ts';
import { serviceState } from '../lib/service-state.ts';
import { useText } from '../lib/texts.ts';
import { useTimeFormats } from '../lib/use-time-formats.ts';
import { StateIcon } from '../ui/icons.tsx';
import styles from './offline-banner.module.css';

export function OfflineBanner({ lastResponseAt }: { readonly lastResponseAt: number }) {
  const t = useText();
  const formats = useTimeFormats();
  const now = useNow();
  // The browser knows whether it has any network at all, and no more than that.
  const title = navigator.onLine ? t('service.offline.noAnswer') : t('service.offline.title');
  const text = t('service.offline.text');
  useEffect(() => announce(`${title}. ${text}`), [title, text]);
  useEffect(
    () => () => {
      // The banner also goes when the maintenance page comes.
      if (serviceState().state === 'up') announce(t('service.offline.connected'));
    },
    [t],
  );
  return (
    <aside className={styles.banner} data-offline-banner aria-label={title}>
      <span className="sev offline">
        <StateIcon state="offline" />
        {title}
      </span>
      <span className="muted num">
        {t('service.offline.lastResponse', {
          time: formats.time(lastResponseAt),
          age: formats.ago(lastResponseAt, now),
        })}
      </span>
      <span>{text}</span>
    </aside>
  );
}
