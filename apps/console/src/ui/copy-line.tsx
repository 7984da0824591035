import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../lib/texts.ts';
import styles from './copy-line.module.css';

/** A value to copy, such as a link or a token. Without clipboard access it can be selected. */
export function CopyLine({ text, label }: { readonly text: string; readonly label: string }) {
  const t = useText();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard?.writeText(text).catch(() => {});
    setCopied(true);
  };
  return (
    <div className={styles.line}>
      <code data-testid="copy-text">{text}</code>
      <Button variant="default" onClick={() => void copy()} aria-label={label}>
        {copied ? t('ui.copied') : t('ui.copy')}
      </Button>
    </div>
  );
}
