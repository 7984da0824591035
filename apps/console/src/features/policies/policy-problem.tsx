import type { ApiError } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';

interface Props {
  readonly error: ApiError;
  /** Shown if loading failed. */
  readonly title: string;
  /** A way out other than the list of policies. */
  readonly out?: { readonly home: string; readonly homeLabel: string };
  readonly onRetry: () => void;
}

/** Replaces a page whose policy could not be loaded, or does not exist. */
export function PolicyProblem({ error, title, out, onRetry }: Props) {
  const t = useText();
  return (
    <LoadProblem
      error={error}
      title={title}
      absent={{
        title: t('policies.notFound'),
        text: t('policies.notFoundText'),
        ...(out ?? { home: '/admin/policies', homeLabel: t('policies.toList') }),
      }}
      onRetry={onRetry}
    />
  );
}
