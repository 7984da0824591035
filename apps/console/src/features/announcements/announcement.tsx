/**
 * The newest announcement, a line above every page until the user closes it or opens its link (specification, section 4). In the page
 * and not over it: it stays for days, and must not cover a corner of what people came for.
 */

import { announcementTexts } from '../../lib/announcement-texts.ts';
import { api, updateCached, useApi } from '../../lib/api.ts';
import { LINKS } from '../../lib/links.ts';
import { useText } from '../../lib/texts.ts';
import { CloseButton } from '../../ui/controls/close-button.tsx';
import styles from './announcement.module.css';

const NEWEST = { query: { limit: 1 } } as const;

export function Announcement() {
  const t = useText();
  const { data } = useApi('GET /announcements', NEWEST, { revalidateOnFocus: false });
  const newest = data?.items[0];
  if (newest === undefined || newest.id === data?.seen) return null;
  const close = (): void => {
    updateCached('GET /announcements', (list) => ({ ...list, seen: newest.id }));
    void api('POST /announcements/{id}/seen', { params: { id: newest.id } }).catch(() => {});
  };
  const { title, text } = announcementTexts(t, newest);
  return (
    <aside className={styles.announcement} aria-label={title}>
      <p className={styles.text}>
        <strong>{title}</strong> <span className="muted">{text}</span>{' '}
        {LINKS.blog !== null && (
          <a href={LINKS.blog} target="_blank" rel="noreferrer" onClick={close}>
            {t('shell.findOutMore')}
          </a>
        )}
      </p>
      <CloseButton aria-label={t('common.closeToast', { title })} onClick={close} />
    </aside>
  );
}
