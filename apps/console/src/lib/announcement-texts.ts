/** Announcements that come with Picket, in the language of their reader. What operators write stays as it is. */
import { isNameOf } from '@picket/domain/kind-table';
import type { Translator } from './texts.ts';

/** By id; tests/architecture/provided-announcements.test.ts compares them with those that the migrations add. */
const PROVIDED = {
  'pairing-in-place': true,
  'activity-grid': true,
  'api-access': true,
  'policy-change-auditing': true,
} as const;

interface Announcement {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export function announcementTexts(t: Translator, { id, title, text }: Announcement): Omit<Announcement, 'id'> {
  if (!isNameOf(PROVIDED, id)) return { title, text };
  return { title: t(`shell.announcement.${id}.title`), text: t(`shell.announcement.${id}.text`) };
}
