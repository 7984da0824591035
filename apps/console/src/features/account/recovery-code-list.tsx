import { Button } from '@mantine/core';
import { useText } from '../../lib/texts.ts';
import styles from './recovery-code-list.module.css';

interface Props {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** New recovery codes: shown once, to be saved. */
export function RecoveryCodeList({ codes, onDone }: Props) {
  const t = useText();
  const file = `${t('account.codes.fileTitle')}\n\n${codes.join('\n')}\n`;
  return (
    <div className="stack-tight" role="status">
      <h3>{t('account.codes.title')}</h3>
      <p className="muted small">{t('account.codes.text')}</p>
      <ul className={styles.codes} data-testid="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <Button
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="picket-recovery-codes.txt"
          variant="default"
        >
          {t('account.codes.file')}
        </Button>
        <Button onClick={onDone}>{t('account.codes.done')}</Button>
      </div>
    </div>
  );
}
