import { Button } from '@mantine/core';

/** What happened, what was kept, what to do. */
export function Problem({
  title,
  text,
  onRetry,
}: {
  readonly title: string;
  readonly text: string;
  readonly onRetry?: () => void;
}) {
  return (
    <div className="card problem stack" role="alert">
      <h2>{title}</h2>
      <p className="muted">{text}</p>
      {onRetry && (
        <div>
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
