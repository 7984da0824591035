/** Sessions of a user, for administrators. */
import { Button } from '@mantine/core';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { usePages } from '../../lib/use-pages.ts';
import { PartPending } from '../../ui/part-pending.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useAction } from '../../ui/use-action.ts';
import { SessionList } from './session-list.tsx';

export const useUserSessions = (guid: string) =>
  usePages('GET /users/{guid}/sessions', { params: { guid }, query: { limit: 20 } });

interface Props {
  readonly guid: string;
  readonly pages: ReturnType<typeof useUserSessions>;
}

export function UserSessions({ guid, pages }: Props) {
  const t = useText();
  const end = useAction(async () => {
    await api('DELETE /users/{guid}/sessions', { params: { guid } });
    showToast(t('account.sessions.endedAll'));
    await pages.reload();
  });
  return (
    <section className="card section" aria-label={t('account.sessions.label')}>
      <h2>{t('account.sessions.ofUser')}</h2>
      {pages.items === undefined ? (
        <PartPending error={pages.error} onRetry={() => void pages.reload()} height={48} />
      ) : (
        <SessionList sessions={pages.items} />
      )}
      {(pages.items?.length ?? 0) > 0 && (
        <div>
          <Button variant="default" loading={end.busy} onClick={() => void end.run()}>
            {t('account.sessions.endAll')}
          </Button>
        </div>
      )}
    </section>
  );
}
