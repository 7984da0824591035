/** Which alerts are selected, to be acknowledged together. */
import type { AlertOut } from '@picket/contracts/types';
import { isEdit } from '@picket/domain/alert-kinds';
import { isOpen } from '@picket/domain/alert-states';
import { useState } from 'react';

/** The part of the inbox an alert stands in. */
export const sectionOf = (alert: AlertOut): 'open' | 'acknowledged' | 'past' =>
  isOpen(alert) ? (alert.acknowledged === undefined ? 'open' : 'acknowledged') : 'past';

/** Whether an alert waits for an acknowledgement. */
export const isSelectable = (alert: AlertOut): boolean => sectionOf(alert) === 'open' && !isEdit(alert.kind);

export interface Selection {
  readonly selectable: readonly AlertOut[];
  readonly selected: readonly AlertOut[];
  readonly isSelected: (guid: string) => boolean;
  readonly toggle: (guid: string) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/** What leaves the list, or is acknowledged by somebody else meanwhile, is not selected any more. */
export function useSelection(alerts: readonly AlertOut[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selectable = alerts.filter(isSelectable);
  const selected = selectable.filter(({ guid }) => chosen.has(guid));
  return {
    selectable,
    selected,
    isSelected: (guid) => chosen.has(guid),
    toggle: (guid) => setChosen((before) => (before.has(guid) ? withoutOne(before, guid) : new Set([...before, guid]))),
    selectAll: () => setChosen(new Set(selectable.map(({ guid }) => guid))),
    clear: () => setChosen(new Set()),
  };
}

const withoutOne = (set: ReadonlySet<string>, one: string): ReadonlySet<string> =>
  new Set([...set].filter((each) => each !== one));
