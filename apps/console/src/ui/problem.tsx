import { Button } from '@mantine/core';
import { Link } from 'react-router';

/** What happened, what was kept, what to do. */
export function Problem({
  title,
  text,
  onRetry,
  home,
  homeLabel = 'To all locations',
}: {
  readonly title: string;
  readonly text: string;
  readonly onRetry?: () => void;
  /** Where to go from here instead. */
  readonly home?: string;
  readonly homeLabel?: string;
}) {
  return (
    <div className="card problem stack" role="alert">
      <h2>{title}</h2>
      <p className="muted">{text}</p>
      {(onRetry !== undefined || home !== undefined) && (
        <div className="row">
          {onRetry && (
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
          {home !== undefined && (
            <Button variant="default" component={Link} to={home}>
              {homeLabel}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
