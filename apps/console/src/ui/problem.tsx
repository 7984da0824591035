import { useText } from '../lib/texts.ts';
import { Button, LinkButton } from './controls/button.tsx';

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
            <LinkButton variant="default" to={home}>
              {homeLabel ?? t('common.toLocations')}
            </LinkButton>
          )}
        </div>
      )}
    </div>
  );
}
