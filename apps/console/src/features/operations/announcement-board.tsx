import { Button } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { useState } from 'react';
import { announcementTexts } from '../../lib/announcement-texts.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { PartPending } from '../../ui/part-pending.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { NewAnnouncement } from './new-announcement.tsx';
import { refreshAnnouncements, useAnnouncements } from './use-operations.ts';

type Announcement = ResponseOf<'GET /announcements'>['items'][number];

/** Announcements to all users; each user sees one until they close it. */
export function AnnouncementBoard() {
  const t = useText();
  const pages = useAnnouncements();
  const [deleting, setDeleting] = useState<Announcement | null>(null);
  return (
    <section className="card section" aria-label={t('operations.board.title')}>
      <h2>{t('operations.board.title')}</h2>
      {pages.items === undefined && <PartPending error={pages.error} onRetry={() => void pages.reload()} height={48} />}
      {pages.items?.length === 0 && <p className="muted">{t('operations.board.none')}</p>}
      {pages.items !== undefined && pages.items.length > 0 && (
        <ul className="list">
          {pages.items.map((one) => (
            <AnnouncementLine key={one.id} announcement={one} onDelete={() => setDeleting(one)} />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} />
      <NewAnnouncement />
      {deleting !== null && (
        <Confirmation
          title={t('operations.board.deleteQuestion', { title: announcementTexts(t, deleting).title })}
          action={t('operations.board.delete')}
          onConfirm={async () => {
            await api('DELETE /announcements/{id}', { params: { id: deleting.id } });
            setDeleting(null);
            await refreshAnnouncements();
          }}
          reload={refreshAnnouncements}
          onClose={() => setDeleting(null)}
        >
          <p>{t('operations.board.deleteText')}</p>
        </Confirmation>
      )}
    </section>
  );
}

interface LineProps {
  readonly announcement: Announcement;
  readonly onDelete: () => void;
}

function AnnouncementLine({ announcement, onDelete }: LineProps) {
  const t = useText();
  const { title, text } = announcementTexts(t, announcement);
  const formats = useFormats();
  return (
    <li>
      <span className="main">
        <strong>{title}</strong>
        <span className="small">{text}</span>
        <span className="small muted num">{formats.dateTime(announcement.publishedAt)}</span>
      </span>
      <span className="side">
        <Button size="xs" variant="default" onClick={onDelete} aria-label={t('operations.board.deleteOne', { title })}>
          {t('operations.board.delete')}
        </Button>
      </span>
    </li>
  );
}
