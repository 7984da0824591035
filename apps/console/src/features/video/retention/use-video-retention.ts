/** The video retention of an organization, and what a change of it would delete. */
import { useDebouncedValue } from '@mantine/hooks';
import type { BodyOf } from '@picket/contracts/endpoints';
import { isSame } from '@picket/domain/same-value';
import { useState } from 'react';
import { refresh, useApi } from '../../../lib/api.ts';

export type RetentionBody = BodyOf<'PUT /video-retention'>;

const TYPING_MS = 300;
/** What another body would delete says nothing of this one. */
const ONCE = {
  keepPreviousData: false,
  revalidateOnFocus: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
};

export const useVideoRetention = (tenant: string) =>
  useApi('GET /video-retention', { query: { tenant } }, { keepPreviousData: false });

export const refreshVideoRetention = (): Promise<unknown> => refresh('GET /video-retention');

/** `typed` null: it is not complete. */
export function useRetentionPreview(tenant: string, typed: RetentionBody | null) {
  // The same body until it differs: it is made again with each rendering.
  const [body, setBody] = useState(typed);
  if (!isSame(body, typed)) setBody(typed);
  const [asked] = useDebouncedValue(body, TYPING_MS);
  const preview = useApi(
    'POST /video-retention/preview',
    asked === null ? null : { query: { tenant }, body: asked },
    ONCE,
  );
  const isCurrent = asked !== null && asked === body;
  return {
    data: isCurrent ? preview.data : undefined,
    error: isCurrent ? preview.error : undefined,
    retry: (): void => void preview.mutate(),
  };
}
