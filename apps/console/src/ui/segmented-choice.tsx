import { SegmentedControl } from '@mantine/core';

interface Props<Value extends string> {
  /** The accessible name. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly isSmall?: boolean;
  readonly onChange: (value: Value) => void;
}

/** One of a few values, all of which are shown. */
export function SegmentedChoice<Value extends string>({ label, options, value, isSmall, onChange }: Props<Value>) {
  return (
    <SegmentedControl
      aria-label={label}
      {...(isSmall === true ? { size: 'xs' } : {})}
      data={[...options]}
      value={value}
      onChange={(text) => {
        const chosen = options.find((one) => one.value === text);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    />
  );
}
