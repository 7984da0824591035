import { type ApiError, problemText } from '../lib/api.ts';
import { Problem } from './problem.tsx';

interface Props {
  readonly error: ApiError;
  /** Shown if loading failed. */
  readonly title: string;
  /** Shown if what the address names does not exist, or not for this user. */
  readonly absent: {
    readonly title: string;
    readonly text: string;
    /** The path of a link out, and its text. */
    readonly home: string;
    readonly homeLabel?: string;
  };
  readonly onRetry: () => void;
}

/** Replaces a page whose subject could not be loaded. */
export function LoadProblem({ error, title, absent, onRetry }: Props) {
  // An address may hold what is no guid at all.
  const isAbsent = error.status === 404 || error.status === 400;
  return isAbsent ? (
    <Problem isPage {...absent} />
  ) : (
    <Problem isPage title={title} text={problemText(error)} onRetry={onRetry} />
  );
}
