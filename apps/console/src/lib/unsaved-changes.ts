/** Number of forms on the page with unsaved changes. */
let count = 0;

/** Counts a form with unsaved changes. Returns the function that ends it. */
export function markUnsaved(): () => void {
  count += 1;
  return () => {
    count -= 1;
  };
}

export const hasUnsavedChanges = (): boolean => count > 0;
