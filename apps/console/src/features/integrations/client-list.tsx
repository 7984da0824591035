/** Who is connected to the broker in Picket. */
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import styles from './integrations.module.css';
import type { Integration } from './use-integrations.ts';

export function ClientList({ integration }: { readonly integration: Integration & { readonly kind: 'BROKER' } }) {
  const t = useText();
  const formats = useFormats();
  const { clients, enabled, problem } = integration;
  if (!enabled || problem !== undefined) return null;
  if (clients.length === 0) return <p className="muted">{t('broker.waiting')}</p>;
  return (
    <details className={styles.leftOut}>
      <summary>{t('broker.connected', { count: clients.length })}</summary>
      <ul className="list inner">
        {clients.map(({ id, address, since }) => (
          <li key={`${id} ${address} ${since}`}>
            <div className="main">
              <span>{id}</span>
              <span className="small muted num">{address}</span>
            </div>
            <span className="small muted num">{t('broker.since', { time: formats.dateTime(since) })}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
