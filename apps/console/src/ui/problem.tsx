import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useText } from '../lib/texts.ts';

/** An error with what to do about it. */
export function Problem({
  title,
  text,
  onRetry,
  isPage = false,
  home,
  homeLabel,
}: {
  readonly title: string;
  readonly text: string;
  readonly onRetry?: () => void;
  /** The error replaces the page: its title is the heading of the page. */
  readonly isPage?: boolean;
  /** Path of a link out. */
  readonly home?: string;
  readonly homeLabel?: string;
}) {
  const t = useText();
  return (
    <div className="card problem stack" role="alert">
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      <p className="muted">{text}</p>
      {(onRetry !== undefined || home !== undefined) && (
        <div className="row">
          {onRetry && (
            <Button variant="default" onClick={onRetry}>
              {t('common.retry')}
            </Button>
          )}
          {home !== undefined && (
            <Button variant="default" component={Link} to={home}>
              {homeLabel ?? t('common.toLocations')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
