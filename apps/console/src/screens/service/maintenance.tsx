/** Replaces the console while the service is unavailable; the console returns by itself. */
import { useText } from '../../lib/texts.ts';
import { useTimeFormats } from '../../lib/use-time-formats.ts';
import { FullPage } from '../../ui/full-page.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Maintenance({
  notice,
}: {
  readonly notice: { readonly startTime: string; readonly context: string } | null;
}) {
  const t = useText();
  const formats = useTimeFormats();
  useTitle(t('service.maintenance.title'));
  if (notice === null)
    return (
      <FullPage title={t('service.maintenance.unavailable')}>
        <p className="muted">{t('service.maintenance.down')}</p>
        <p className="muted small">{t('service.maintenance.reloads')}</p>
      </FullPage>
    );
  const start = Date.parse(notice.startTime);
  return (
    <FullPage title={t('service.maintenance.heading')}>
      <dl className="stack">
        <div>
          <dt className="small muted">{t('service.maintenance.start')}</dt>
          <dd>{Number.isNaN(start) ? notice.startTime : formats.dateTime(start)}</dd>
        </div>
        <div>
          <dt className="small muted">{t('service.maintenance.reason')}</dt>
          <dd>{notice.context}</dd>
        </div>
      </dl>
    </FullPage>
  );
}
