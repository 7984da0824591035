import { Button } from '@mantine/core';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { PartPending } from '../../ui/part-pending.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { showErrorToast, showToast } from '../../ui/toasts.ts';
import { SessionList } from './session-list.tsx';
import { useMySessions } from './use-account.ts';

/** Sessions of the signed-in user. */
export function MySessions() {
  const t = useText();
  const pages = useMySessions();
  const end = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      showToast(t('account.sessions.ended'));
      await pages.reload();
    } catch (error) {
      showErrorToast(error);
    }
  };
  const others = pages.items?.filter(({ current }) => !current).length ?? 0;
  return (
    <section className="card section" aria-label={t('account.sessions.label')}>
      <h2>{t('account.sessions.mine')}</h2>
      {pages.items === undefined ? (
        <PartPending error={pages.error} onRetry={() => void pages.reload()} height={48} />
      ) : (
        <SessionList
          sessions={pages.items}
          onEnd={(guid) => void end(() => api('DELETE /users/my-profile/sessions/{guid}', { params: { guid } }))}
        />
      )}
      <div className="row">
        <ShowMore pages={pages} />
        {others > 0 && (
          <Button variant="default" onClick={() => void end(() => api('DELETE /users/my-profile/sessions', {}))}>
            {t('account.sessions.endOthers')}
          </Button>
        )}
      </div>
    </section>
  );
}
