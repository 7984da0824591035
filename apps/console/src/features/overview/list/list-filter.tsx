/** Finds among the locations: by name, by state, in an order. */

import { useRef } from 'react';
import { useAddressText } from '../../../lib/address-text.ts';
import { hintsAt } from '../../../lib/key-hints.ts';
import { useText } from '../../../lib/texts.ts';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { TextInput } from '../../../ui/controls/text-input.tsx';
import { CARD_ORDERS, STATE_FILTERS } from '../overview-order.ts';
import styles from './location-list.module.css';
import { useFindShortcut } from './use-find-shortcut.ts';
import type { useListChoice } from './use-list-choice.ts';

interface Props extends Pick<ReturnType<typeof useListChoice>, 'choice' | 'choose'> {
  /** Only a part of the list is rendered: the field takes the place of the browser's find. */
  readonly hasFindShortcut: boolean;
  /** It was cleared: what was pressed for that is gone. */
  readonly hasFocus: boolean;
}

export function ListFilter({ choice, choose, hasFindShortcut, hasFocus }: Props) {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useAddressText(choice.find, (typed) => typed);
  useFindShortcut(field, hasFindShortcut);
  return (
    <search className={styles.choice}>
      <TextInput
        ref={field}
        className={styles.find}
        type="search"
        aria-label={t('overview.find')}
        placeholder={t(hasFindShortcut && hintsAt(window) ? 'overview.findWithKeys' : 'overview.find')}
        {...(hasFindShortcut ? { 'aria-keyshortcuts': 'Control+F' } : {})}
        autoFocus={hasFocus}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          choose({ find: event.currentTarget.value });
        }}
      />
      <NativeSelect
        aria-label={t('overview.stateFilter')}
        data={STATE_FILTERS.map((value) => ({ value, label: t(`overview.filter.${value}`) }))}
        value={choice.state}
        onChange={(event) => choose({ state: event.currentTarget.value })}
      />
      {choice.view !== 'map' && (
        <NativeSelect
          aria-label={t('overview.order')}
          data={[
            ...CARD_ORDERS.map((value) => ({ value, label: t(`overview.by.${value}`) })),
            // A column of the table was chosen.
            ...(CARD_ORDERS.some((one) => one === choice.order)
              ? []
              : [{ value: choice.order, label: t('overview.by.reading') }]),
          ]}
          value={choice.order}
          onChange={(event) => choose({ sort: event.currentTarget.value, reversed: '' })}
        />
      )}
    </search>
  );
}
