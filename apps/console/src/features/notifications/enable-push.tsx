/** Push to this browser: one press, or why that is not possible here. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { problemText } from '../../lib/api.ts';
import type { NewDestination } from './add-destination.tsx';
import { browserName, PUSH_MESSAGES, pushState, subscribe } from './subscribe-push.ts';

interface Props {
  readonly pushKey: string;
  readonly onAdd: (destination: NewDestination) => Promise<void>;
}

export function EnablePush({ pushKey, onAdd }: Props) {
  const [state, setState] = useState(pushState);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const add = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const subscribed = await subscribe(pushKey);
      setState(pushState());
      if (subscribed !== null) await onAdd({ kind: 'PUSH', name: browserName(), settings: subscribed });
    } catch (error) {
      setProblem(
        error instanceof DOMException
          ? 'This browser could not reach its push service. Try again, or use e-mail or ntfy.'
          : problemText(error),
      );
    } finally {
      setBusy(false);
    }
  };
  if (state !== 'POSSIBLE') return <p className="small muted">{PUSH_MESSAGES[state]}</p>;
  return (
    <div className="stack-tight">
      <div>
        <Button loading={busy} onClick={() => void add()}>
          Push to this browser
        </Button>
      </div>
      {problem !== null && (
        <p role="alert" className="problem-text">
          {problem}
        </p>
      )}
    </div>
  );
}
