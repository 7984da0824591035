/** Links to the clips of a message, as people read them. */
import { formatsOf } from '../../../locales/reader-formats.ts';
import { textsIn } from '../../../locales/server-texts.ts';
import type { Outgoing } from './channel.ts';

/** A message has no more than so many. */
const MAX_LINKS = 3;

export function clipLinksOf({ content, clips }: Pick<Outgoing, 'content' | 'clips'>): readonly {
  readonly label: string;
  readonly url: string;
}[] {
  const t = textsIn(content.language);
  const formats = formatsOf(content);
  return content.items
    .flatMap(({ alert, location }) =>
      (clips.get(alert) ?? []).map(({ url, startedAt, expiresAt }) => {
        const timezone = location?.timezone ?? 'UTC';
        return {
          url,
          label: t('messages.watch', {
            time: formats.dateTime(startedAt, timezone),
            until: formats.dateTime(Date.parse(expiresAt), timezone),
          }),
        };
      }),
    )
    .slice(0, MAX_LINKS);
}
