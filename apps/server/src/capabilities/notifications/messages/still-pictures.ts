/** The first pictures of what the alerts of a message show, where they have video. */
import { formatsOf } from '../../../locales/reader-formats.ts';
import { textsIn } from '../../../locales/server-texts.ts';
import type { ReadStill } from '../../clips/index.ts';
import type { AlertPicture } from './alert-picture.ts';
import type { MessageContent } from './message-content.ts';
import { renderStill } from './render-still.ts';

/** A mail shows no more than so many. */
const MAX_STILLS = 2;

/** A still that cannot be read or shown is left out, and `onFailed` gets why. */
export async function renderStillPictures(
  readStill: ReadStill,
  tenant: string,
  content: MessageContent,
  onFailed: (error: unknown) => void,
): Promise<readonly AlertPicture[]> {
  const t = textsIn(content.language);
  const formats = formatsOf(content);
  const shown = content.items.flatMap(({ video, sentry, location, change }) => {
    const clip = video?.clips.find(({ hasStill }) => hasStill);
    return clip === undefined || change === 'CLEARED' ? [] : [{ clip, sentry, location }];
  });
  const pictures: AlertPicture[] = [];
  for (const { clip, sentry, location } of shown.slice(0, MAX_STILLS)) {
    const png = await drawStill(() => readStill(tenant, clip.guid), onFailed);
    if (png === null) continue;
    const time = formats.dateTime(clip.startedAt, location?.timezone ?? 'UTC');
    const caption = [sentry, location?.name ?? null].filter((part) => part !== null).join(' · ');
    pictures.push({ png, caption, alt: t('messages.still', { place: caption, time }), width: 320 });
  }
  return pictures;
}

async function drawStill(
  read: () => ReturnType<ReadStill>,
  onFailed: (error: unknown) => void,
): Promise<Buffer | null> {
  try {
    const still = await read();
    return still === null ? null : await renderStill(still);
  } catch (error) {
    onFailed(error);
    return null;
  }
}
