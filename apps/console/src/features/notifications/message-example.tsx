/** What a message about an alert looks like, before there is one. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useProfile } from '../session/index.ts';
import styles from './message-example.module.css';

/** A temperature somewhat above the limit of the default policy, as stored. */
const EXAMPLE = {
  metric: 'environment_temperature',
  column: 'value',
  value: 33.2222,
  limit: 31.6667,
  perMinute: 0.1667,
};

export function MessageExample() {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { email } = useProfile();
  const { metric, column, limit, perMinute } = EXAMPLE;
  const value = formats.valueText(metric, column, EXAMPLE.value);
  return (
    <section className="card section" aria-label={t('notifications.example.title')}>
      <h2>{t('notifications.example.title')}</h2>
      <div className={styles.message}>
        <div className={styles.head}>
          <strong>{t('notifications.example.subject', { value })}</strong>
          <span className="small muted">{t('notifications.example.to', { email })}</span>
        </div>
        <div className={styles.body}>
          <p className={styles.severity}>
            <IconAlertTriangle size={16} aria-hidden="true" />
            {t('notifications.example.raised', { time: formats.timeWithSeconds(now) })}
          </p>
          <p>
            {t('notifications.example.text', {
              value,
              distance: formats.distance(metric, column, EXAMPLE.value - limit),
              limit: formats.valueText(metric, column, limit),
              rate: formats.distance(metric, column, perMinute),
            })}
          </p>
          <p className={styles.actions}>
            {(['acknowledge', 'snooze', 'open'] as const).map((action) => (
              <span key={action}>{t(`notifications.example.${action}`)}</span>
            ))}
          </p>
        </div>
      </div>
      <p className="small muted">{t('notifications.example.note')}</p>
    </section>
  );
}
