/** The parts of a sentence that can be changed: native controls that stand in running text. */
import { type ReactNode, useId } from 'react';
import { useText } from '../../../lib/texts.ts';
import styles from './inline-fields.module.css';
import { type TypedText, useTypedText } from './use-typed-text.ts';

interface SelectProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly readOnly?: boolean;
  /** The value before; omitted: unchanged. */
  readonly was?: string | undefined;
  readonly onChange: (value: string) => void;
}

export function SelectChip({ label, value, options, readOnly = false, was, onChange }: SelectProps) {
  const shown = options.find((option) => option.value === value)?.label ?? value;
  if (readOnly) return <strong>{shown}</strong>;
  return (
    <>
      <select
        className={`${styles.chip}${was === undefined ? '' : ` ${styles.changed}`}`}
        data-inline-field
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <PreviousValue text={was} />
    </>
  );
}

interface TextProps<Value> extends TypedText<Value> {
  readonly label: string;
  /** What may be typed, as a fragment: "a number". */
  readonly expected: string;
  readonly unit?: ReactNode;
  readonly inputMode?: 'decimal' | 'text';
  readonly readOnly?: boolean;
  readonly was?: string | undefined;
}

/** A value typed as text. Valid input applies while typing. Invalid input stays as it was typed, and the form cannot be submitted. */
export function TextChip<Value>(props: TextProps<Value>) {
  const { label, expected, unit, inputMode = 'decimal', readOnly = false, was } = props;
  const problem = useId();
  const { text, isWrong, isLeft, type, beginTyping, leave, restore } = useTypedText(props);
  const isExplained = isWrong && isLeft;
  if (readOnly)
    return (
      <strong>
        {text}
        {unit !== undefined && <> {unit}</>}
      </strong>
    );
  return (
    <>
      <span
        data-inline-field
        className={`${styles.chip} ${styles.typed}${was === undefined ? '' : ` ${styles.changed}`}${isWrong ? ` ${styles.wrong}` : ''}`}
      >
        <input
          ref={(input) => input?.setCustomValidity(isWrong ? expected : '')}
          aria-label={label}
          aria-invalid={isWrong}
          aria-describedby={isExplained ? problem : undefined}
          inputMode={inputMode}
          // Wide enough in browsers without field-sizing.
          size={Math.max(2, text.length)}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') restore();
            // Enter ends typing; it does not submit the form.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            leave();
          }}
          onFocus={beginTyping}
          onBlur={leave}
        />
        {unit !== undefined && <span aria-hidden="true">{unit}</span>}
      </span>
      {isExplained && (
        <span id={problem} role="alert" className={styles.problem}>
          {expected}
        </span>
      )}
      <PreviousValue text={was} />
    </>
  );
}

/** The value before. */
function PreviousValue({ text }: { readonly text: string | undefined }) {
  const t = useText();
  return text === undefined ? null : <span className={styles.previousValue}>{t('policies.was', { value: text })}</span>;
}
