import type { ApiError } from '../../lib/api.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';

const isNotFound = ({ status }: ApiError): boolean => status === 404 || status === 400;

/** In place of an alert that could not be loaded. */
export function AlertProblem({ error, onRetry }: { readonly error: ApiError; readonly onRetry: () => void }) {
  const t = useText();
  if (isNotFound(error))
    return (
      <Problem
        isPage
        title={t('alerts.notFound')}
        text={t('alerts.notFoundText')}
        home="/alerts"
        homeLabel={t('alerts.toAlerts')}
      />
    );
  return <Problem isPage title={t('alerts.notLoaded')} text={problemText(error)} onRetry={onRetry} />;
}
