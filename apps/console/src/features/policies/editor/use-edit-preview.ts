/** What saving a draft would change, asked of the server once typing pauses. */
import { useDebouncedValue } from '@mantine/hooks';
import type { EditPreviewOut } from '@picket/contracts/types';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { type ApiError, useApi } from '../../../lib/api.ts';
import { namedBody } from '../policy-content.ts';

const TYPING_MS = 300;

/** `policy` null: a new policy. */
export function useEditPreview(
  policy: string | null,
  content: NamedContent,
  isWanted: boolean,
): { readonly preview: EditPreviewOut | undefined; readonly error: ApiError | undefined } {
  const [asked] = useDebouncedValue(content, TYPING_MS);
  const { data, error } = useApi(
    'POST /policies/preview',
    isWanted
      ? {
          body: {
            ...(policy === null ? {} : { policy }),
            ...namedBody(asked),
          },
        }
      : null,
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  return { preview: data, error };
}
