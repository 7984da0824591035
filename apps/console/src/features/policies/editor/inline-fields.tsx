/** The parts of a sentence that can be changed: native controls that stand in running text. */
import { type ReactNode, useState } from 'react';
import { useText } from '../../../lib/texts.ts';
import styles from './inline-fields.module.css';

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

interface TextProps<Value> {
  readonly label: string;
  readonly value: Value;
  /** The text of a value. */
  readonly toText: (value: Value) => string;
  /** null: invalid. */
  readonly parse: (text: string) => Value | null;
  readonly unit?: ReactNode;
  readonly inputMode?: 'decimal' | 'text';
  readonly readOnly?: boolean;
  readonly was?: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** A value typed as text. Valid input applies while typing; invalid input is marked and changes nothing. */
export function TextChip<Value>({
  label,
  value,
  toText,
  parse,
  unit,
  inputMode = 'decimal',
  readOnly = false,
  was,
  onChange,
}: TextProps<Value>) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? toText(value);
  if (readOnly)
    return (
      <strong>
        {text}
        {unit !== undefined && <> {unit}</>}
      </strong>
    );
  const isWrong = typed !== null && parse(typed) === null;
  return (
    <>
      <span
        data-inline-field
        className={`${styles.chip} ${styles.typed}${was === undefined ? '' : ` ${styles.changed}`}${isWrong ? ` ${styles.wrong}` : ''}`}
      >
        <input
          aria-label={label}
          aria-invalid={isWrong}
          inputMode={inputMode}
          // Wide enough in browsers without field-sizing.
          size={Math.max(2, text.length)}
          value={text}
          onChange={(event) => {
            const next = event.currentTarget.value;
            setTyped(next);
            const parsed = parse(next);
            if (parsed !== null) onChange(parsed);
          }}
          onKeyDown={(event) => {
            // Enter ends typing; it does not submit the form.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            setTyped(null);
          }}
          onBlur={() => setTyped(null)}
        />
        {unit !== undefined && <span aria-hidden="true">{unit}</span>}
      </span>
      <PreviousValue text={was} />
    </>
  );
}

/** The value before. */
function PreviousValue({ text }: { readonly text: string | undefined }) {
  const t = useText();
  return text === undefined ? null : <span className={styles.previousValue}>{t('policies.was', { value: text })}</span>;
}
