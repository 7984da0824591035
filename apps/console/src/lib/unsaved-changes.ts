/** How many forms on the page hold something that was typed and not saved. */
let count = 0;

/** Says that there is one more; answers the call that takes it back. */
export function markUnsaved(): () => void {
  count += 1;
  return () => {
    count -= 1;
  };
}

export const hasUnsavedChanges = (): boolean => count > 0;
