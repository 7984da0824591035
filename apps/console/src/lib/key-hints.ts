/** Whether keys are named beside what they do: not on phones and tablets. Style sheets with a `kbd` have the same rule. */
export interface KeyHintDevice {
  readonly matchMedia: (query: string) => { readonly matches: boolean };
}

/** A keyboard itself is not known to a page; a pointer that hovers and is fine is a mouse or a touchpad, which come with one. */
export const hintsAt = (device: KeyHintDevice): boolean =>
  device.matchMedia('(hover: hover) and (pointer: fine)').matches;
