import { Button } from '@mantine/core';
import { api } from '../../lib/api.ts';
import { usePages } from '../../lib/use-pages.ts';
import { ShowMore } from '../../ui/show-more.tsx';
import { showErrorToast, showToast } from '../../ui/toasts.ts';
import { SessionList } from './session-list.tsx';

/** Sessions of the signed-in user. */
export function MySessions() {
  const pages = usePages('GET /users/my-profile/sessions', { query: { limit: 20 } });
  const end = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      showToast('Signed out');
      await pages.reload();
    } catch (error) {
      showErrorToast(error);
    }
  };
  const others = pages.items?.filter(({ current }) => !current).length ?? 0;
  return (
    <section className="card section" aria-label="Sessions">
      <h2>Where you are signed in</h2>
      {pages.items === undefined ? (
        <div className="skeleton thin" />
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
            Sign out everywhere else
          </Button>
        )}
      </div>
    </section>
  );
}
