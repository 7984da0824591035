/** Puts a discovered device in the place of the device of a sentry that was adopted before. */
import { Button, NativeSelect } from '@mantine/core';
import type { SentryOut } from '@picket/contracts/types';
import { useState } from 'react';
import { useText } from '../../lib/texts.ts';
import { useWholeList } from '../../lib/use-whole-list.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './discovered.module.css';
import { usualChoice } from './entity-text.ts';
import { type Discovered, refreshAdopted, replaceDevice } from './use-discovered.ts';

interface Props {
  readonly device: Discovered;
  readonly onReplaced: (sentry: SentryOut) => void;
}

export function ReplaceDevice({ device, onReplaced }: Props) {
  const t = useText();
  const items = useWholeList('GET /sentries').data?.items ?? [];
  const adopted = items.filter(({ kind }) => kind === 'ADOPTED');
  const [chosen, setChosen] = useState('');
  const [isAsking, setAsking] = useState(false);
  const sentry = adopted.find(({ guid }) => guid === chosen) ?? adopted[0];
  const entities = usualChoice(device.entities);
  if (sentry === undefined || entities.length === 0) return null;
  const names = { device: device.name, sentry: sentry.name };
  return (
    <div className={styles.part}>
      <p className="small muted">{t('discovered.replaced')}</p>
      <div className="row">
        <NativeSelect
          aria-label={t('discovered.replaced')}
          data={adopted.map(({ guid, name }) => ({ value: guid, label: name }))}
          value={sentry.guid}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('discovered.replace')}
        </Button>
      </div>
      {isAsking && (
        <Confirmation
          title={t('discovered.replaceQuestion', names)}
          action={t('discovered.replaceConfirm')}
          reload={refreshAdopted}
          onConfirm={async () => {
            const replaced = await replaceDevice(device.guid, { sentry: sentry.guid, entities: [...entities] });
            showToast(t('discovered.replacedDone'), replaced.name);
            onReplaced(replaced);
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('discovered.replaceText')}</p>
        </Confirmation>
      )}
    </div>
  );
}
