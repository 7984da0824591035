/** A test that a gateway makes: it asks for it every few seconds, so that its result comes later. */
import { Loader } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { problemText, useApi } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { TestResult } from './test-result.tsx';

const POLL_INTERVAL_MS = 1000;

const isWaiting = (test: ResponseOf<'GET /source-tests/{guid}'> | undefined): boolean =>
  test === undefined || test.waiting !== undefined;

export function GatewayTest({ guid, prefix }: { readonly guid: string; readonly prefix: string }) {
  const t = useText();
  const { data, error } = useApi(
    'GET /source-tests/{guid}',
    { params: { guid } },
    {
      refreshInterval: (latest) => (isWaiting(latest) ? POLL_INTERVAL_MS : 0),
      dedupingInterval: 0,
      keepPreviousData: false,
    },
  );
  if (data !== undefined && !isWaiting(data)) return <TestResult result={data} prefix={prefix} />;
  if (error !== undefined) return <Problem title={t('integrations.test.failed')} text={problemText(error)} />;
  return (
    <div className="result-line" role="status">
      <Loader size="xs" aria-hidden />
      <strong>{t('integrations.test.waiting')}</strong>
      <span>{t('integrations.test.waitingText')}</span>
    </div>
  );
}
