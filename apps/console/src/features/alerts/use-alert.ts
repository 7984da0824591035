import type { AlertEvidenceOut } from '@picket/contracts/types';
import type { ApiError } from '../../lib/api.ts';
import { refreshMatching, useApi } from '../../lib/api.ts';

const POLL_INTERVAL_MS = 15_000;
/** While its clip arrives: how far it has come is in no event. */
const UPLOAD_INTERVAL_MS = 2000;

/** An alert with its evidence. Events keep it current; trends and countdowns need a look now and then as well. */
export function useAlert(guid: string): {
  readonly alert: AlertEvidenceOut | undefined;
  readonly error: ApiError | undefined;
  readonly reload: () => void;
} {
  const { data, error, mutate } = useApi(
    'GET /views/alerts/{guid}',
    { params: { guid } },
    {
      refreshInterval: (shown) => (shown?.video?.state === 'UPLOADING' ? UPLOAD_INTERVAL_MS : POLL_INTERVAL_MS),
    },
  );
  return { alert: data, error, reload: () => void mutate() };
}

/** Requests again what is shown of one alert, after an action. */
export const refreshAlert = (guid: string): Promise<unknown> =>
  refreshMatching('GET /views/alerts/{guid}', ({ params }) => params.guid === guid);
