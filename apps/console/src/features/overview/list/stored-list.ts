/** How this browser remembers the list. */
export const STORED = { view: 'picket-locations-view', sort: 'picket-locations-sort' } as const;

export const DEFAULTS = { view: 'cards', find: '', state: 'all', sort: 'urgency', reversed: '' } as const;

/** Whether this browser shows the list in another way than one in which nobody has chosen. */
export function hasOwnList(): boolean {
  const differs = (name: keyof typeof STORED): boolean =>
    (localStorage.getItem(STORED[name]) ?? DEFAULTS[name]) !== DEFAULTS[name];
  try {
    return differs('view') || differs('sort');
  } catch {
    // A browser that stores nothing.
    return false;
  }
}
