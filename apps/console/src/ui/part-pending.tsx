import { type ApiError, problemText } from '../lib/api.ts';
import { useText } from '../lib/texts.ts';
import { Problem } from './problem.tsx';

interface Props {
  readonly error: ApiError | undefined;
  readonly onRetry: () => void;
  /** As high as what is loaded, so that little moves. */
  readonly height: number;
}

/** In place of a part of a page that has not arrived: that it is being loaded, or why it could not be. */
export function PartPending({ error, onRetry, height }: Props) {
  const t = useText();
  if (error !== undefined) return <Problem title={t('ui.partProblem')} text={problemText(error)} onRetry={onRetry} />;
  return <div className="skeleton" style={{ height }} aria-hidden="true" />;
}
