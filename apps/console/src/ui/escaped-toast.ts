/**
 * Which of the toasts Escape closes: the one that has the focus, or else the newest that is not urgent. The key is pressed for many
 * things, and an urgent alert must not be lost by one that was meant for another.
 */
export const escapedToast = <Shown extends { readonly isUrgent: boolean; readonly hasFocus: boolean }>(
  toasts: readonly Shown[],
): Shown | undefined => toasts.find(({ hasFocus }) => hasFocus) ?? toasts.findLast(({ isUrgent }) => !isUrgent);
