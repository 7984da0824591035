/** What the reader chose for the list: in the address; view and order are remembered in this browser as well. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { CARD_ORDERS, type CardOrder, STATE_FILTERS, type StateFilter } from '../overview-order.ts';
import { DEFAULTS, STORED } from './stored-list.ts';

export const LIST_VIEWS = ['cards', 'table', 'map'] as const;
export type ListView = (typeof LIST_VIEWS)[number];

export interface ListChoice {
  readonly view: ListView;
  readonly find: string;
  readonly state: StateFilter;
  readonly order: CardOrder;
  readonly isReversed: boolean;
}

type Name = keyof typeof DEFAULTS;

const hasStored = (name: Name): name is keyof typeof STORED => Object.hasOwn(STORED, name);
const oneOf = <Value extends string>(values: readonly Value[], given: string, otherwise: Value): Value =>
  values.find((value) => value === given) ?? otherwise;

const isOrder = (given: string): boolean =>
  CARD_ORDERS.some((order) => order === given) || /^[\w-]+\.\w+$/u.test(given);

export function useListChoice(): {
  readonly choice: ListChoice;
  readonly choose: (changes: Partial<Record<Name, string>>) => void;
  /** Shows all again. */
  readonly clear: () => void;
  /** How often that was done: the field begins again. */
  readonly clears: number;
} {
  const [query, setQuery] = useSearchParams();
  const [clears, setClears] = useState(0);
  const read = (name: Name): string =>
    query.get(name) ?? (hasStored(name) ? localStorage.getItem(STORED[name]) : null) ?? DEFAULTS[name];
  const sort = read('sort');
  const choose = (changes: Partial<Record<Name, string>>): void =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) change(next, name as Name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    choice: {
      view: oneOf(LIST_VIEWS, read('view'), DEFAULTS.view),
      find: read('find'),
      state: oneOf(STATE_FILTERS, read('state'), DEFAULTS.state),
      order: isOrder(sort) ? sort : DEFAULTS.sort,
      isReversed: read('reversed') !== '',
    },
    choose,
    clear: () => {
      choose({ find: '', state: DEFAULTS.state });
      setClears(clears + 1);
    },
    clears,
  };
}

function change(query: URLSearchParams, name: Name, value: string): void {
  if (hasStored(name)) localStorage.setItem(STORED[name], value);
  if (value === DEFAULTS[name]) query.delete(name);
  else query.set(name, value);
}
