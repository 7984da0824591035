/** The code a device is activated with: to read aloud, to type, to show to its camera. */
import { useText } from '../../lib/texts.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import styles from './activation-code.module.css';

export function ActivationCode({ code }: { readonly code: string }) {
  const t = useText();
  const scanned = `PICKET:${location.origin}:${code}`;
  return (
    <div className={styles.activation}>
      <QrCode text={scanned} label={t('sentries.code.qr')} />
      <div className="stack">
        <p className={styles.code} data-testid="activation-code">
          <span className="visually-hidden">{code}</span>
          <span aria-hidden="true">
            {code.slice(0, 4)} {code.slice(4)}
          </span>
        </p>
        <p className="muted small">{t('sentries.code.validity')}</p>
      </div>
    </div>
  );
}
