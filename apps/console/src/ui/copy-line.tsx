import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { useText } from '../lib/texts.ts';
import styles from './copy-line.module.css';

/** A value to copy, such as a link or a token. Where the browser does not copy it, it is selected: it may be shown only once. */
export function CopyLine({ text, label }: { readonly text: string; readonly label: string }) {
  const t = useText();
  const line = useRef<HTMLElement>(null);
  const [state, setState] = useState<'copy' | 'copied' | 'copyByHand'>('copy');
  const copy = async (): Promise<void> => {
    // Typed as if every page had it.
    const clipboard: Clipboard | undefined = navigator.clipboard;
    const isCopied = await copyText(text, clipboard);
    if (!isCopied && line.current !== null) getSelection()?.selectAllChildren(line.current);
    setState(isCopied ? 'copied' : 'copyByHand');
  };
  return (
    <div className={styles.line}>
      <code data-testid="copy-text" ref={line}>
        {text}
      </code>
      <Button variant="default" onClick={() => void copy()} aria-label={label}>
        {t(`ui.${state}`)}
      </Button>
    </div>
  );
}
