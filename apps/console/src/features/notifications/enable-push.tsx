/** Push to this browser: one press, or why that is not possible here. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import type { NewDestination } from './add-destination.tsx';
import { browserName, pushState, subscribe } from './subscribe-push.ts';

interface Props {
  readonly pushKey: string;
  readonly onAdd: (destination: NewDestination) => Promise<void>;
}

export function EnablePush({ pushKey, onAdd }: Props) {
  const t = useText();
  const [state, setState] = useState(pushState);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const add = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const subscribed = await subscribe(pushKey);
      setState(pushState());
      if (subscribed !== null) await onAdd({ kind: 'PUSH', name: browserName(t), settings: subscribed });
    } catch (error) {
      setProblem(error instanceof DOMException ? t('notifications.pushFailed') : problemText(error));
    } finally {
      setBusy(false);
    }
  };
  if (state !== 'POSSIBLE') return <p className="small muted">{t(`notifications.push.${state}`)}</p>;
  return (
    <div className="stack-tight">
      <div>
        <Button loading={busy} onClick={() => void add()}>
          {t('notifications.enablePush')}
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
