/** A list of the browser to choose from, drawn without the component library. */
import { type ComponentProps, useId } from 'react';
import { Field, frameOf, inputOf } from './text-input.tsx';
import type { Style } from './variables.ts';

const CHEVRON: Style = {
  '--combobox-chevron-size': 'var(--combobox-chevron-size-sm)',
};

const FRAME = frameOf('NativeSelect', {});
const FRAME_STYLE: Style = { ...FRAME.style, '--input-right-section-pointer-events': 'none' };

interface Props extends Omit<ComponentProps<'select'>, 'size' | 'style' | 'id' | 'children' | 'className'> {
  readonly data: readonly { readonly value: string; readonly label: string }[];
}

export function NativeSelect({ data, ...others }: Props) {
  const id = useId();
  return (
    <Field id={id} name="NativeSelect">
      <div {...FRAME} style={FRAME_STYLE} data-pointer data-with-right-section>
        <select {...inputOf('NativeSelect')} id={id} {...others}>
          {data.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <div data-position="right" className="m_82577fc2 mantine-Input-section mantine-NativeSelect-section">
          <svg
            style={CHEVRON}
            className="m_2943220b mantine-ComboboxChevron-chevron"
            data-size="sm"
            data-combobox-chevron
            viewBox="0 0 15 15"
            fill="none"
            aria-hidden="true"
          >
            <path
              d="M5.25 5.75 7.5 3.5l2.25 2.25m0 3.5L7.5 11.5 5.25 9.25"
              stroke="currentColor"
              strokeWidth=".9"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        </div>
      </div>
    </Field>
  );
}
