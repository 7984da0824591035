import type { SentryOut } from '@picket/contracts/types';
import { useState } from 'react';
import { useApi } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { PartPending } from '../../ui/part-pending.tsx';
import styles from './device-history.module.css';

/** The devices that were this sentry, newest first. */
export function DeviceHistory({ sentry }: { readonly sentry: SentryOut }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const { data, error, mutate } = useApi(
    'GET /sentries/{guid}/activations',
    isOpen ? { params: { guid: sentry.guid }, query: { limit: 20 } } : null,
  );
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('sentries.history.title', { sentry: sentry.name })}</summary>
      {isOpen && !data && <PartPending error={error} onRetry={() => void mutate()} height={40} />}
      {data?.items.length === 0 && <p className="muted">{t('sentries.history.none')}</p>}
      <ul className={styles.devices}>
        {data?.items.map(({ activatedAt, model, serialNumber, softwareVersion }, index) => (
          <li key={activatedAt}>
            <span>
              {t('sentries.history.device', { model, serialNumber })}{' '}
              <span className="muted small">
                {t('sentries.history.details', { version: softwareVersion, ago: formats.ago(activatedAt, now) })}
              </span>{' '}
              {index === 0 && <span className="tag good">{t('sentries.history.inUse')}</span>}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
