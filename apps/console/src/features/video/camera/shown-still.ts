/** Which still of a camera is shown, while links to it come and go. Pure. */

interface Still {
  readonly guid: string;
  readonly path: string;
}

export interface ShownStill extends Still {
  /** Its link could not be loaded, as one that has expired. */
  readonly isBroken: boolean;
}

/**
 * Every response has a new link to the same picture: the first one stays, so that nothing is loaded again, until it is broken or there is
 * a newer clip.
 */
export function stillToShow(shown: ShownStill | undefined, newest: Still | undefined): ShownStill | undefined {
  if (newest === undefined) return undefined;
  if (shown?.guid === newest.guid && (!shown.isBroken || shown.path === newest.path)) return shown;
  return { ...newest, isBroken: false };
}
