/** Shows the newest announcement until the user closes it or opens the link (specification, section 4). */
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { api, updateCached, useApi } from '../../lib/api.ts';
import { LINKS } from '../../lib/links.ts';
import { useText } from '../../lib/texts.ts';

const NEWEST = { query: { limit: 1 } } as const;

/** `isOn` false: shows nothing, for example on a wall display. */
export function useAnnouncement(isOn: boolean): void {
  const t = useText();
  const { data } = useApi('GET /announcements', isOn ? NEWEST : null, { revalidateOnFocus: false });
  const newest = data?.items[0];
  const isNew = newest !== undefined && newest.id !== data?.seen;
  useEffect(() => {
    if (!isNew || newest === undefined) return;
    const key = `announcement ${newest.id}`;
    const store = (): void => {
      updateCached('GET /announcements', (list) => ({ ...list, seen: newest.id }));
      void api('POST /announcements/{id}/seen', { params: { id: newest.id } }).catch(() => {});
    };
    notifications.show({
      id: key,
      title: newest.title,
      message: (
        <div className="stack-tight">
          <span>{newest.text}</span>
          {LINKS.blog !== null && (
            <span>
              <Button
                size="xs"
                variant="default"
                component="a"
                href={LINKS.blog}
                target="_blank"
                rel="noreferrer"
                onClick={() => notifications.hide(key)}
              >
                {t('shell.findOutMore')}
              </Button>
            </span>
          )}
        </div>
      ),
      autoClose: false,
      withBorder: true,
      closeButtonProps: { 'aria-label': t('common.closeToast', { title: newest.title }) },
      onClose: store,
    });
  }, [isNew, newest, t]);
}
