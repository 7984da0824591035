import { useState } from 'react';

export interface TypedText<Value> {
  readonly value: Value;
  /** The text of a value. */
  readonly toText: (value: Value) => string;
  /** null: invalid. */
  readonly parse: (text: string) => Value | null;
  readonly onChange: (value: Value) => void;
}

/** What is typed into a field until it is left: valid text applies at once, text that is not valid stays. */
export function useTypedText<Value>({ value, toText, parse, onChange }: TypedText<Value>) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const [known, setKnown] = useState(value);
  const isWrong = typed !== null && parse(typed) === null;
  if (known !== value) {
    setKnown(value);
    // Changed elsewhere, such as by a template.
    if (isWrong) setTyped(null);
  }
  return {
    text: typed ?? toText(value),
    isWrong,
    isLeft,
    type: (next: string): void => {
      setTyped(next);
      const parsed = parse(next);
      if (parsed !== null) onChange(parsed);
    },
    beginTyping: () => setLeft(false),
    restore: () => setTyped(null),
    leave: () => {
      if (!isWrong) setTyped(null);
      setLeft(true);
    },
  };
}
