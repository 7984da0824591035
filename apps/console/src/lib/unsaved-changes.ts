/** A form with unsaved changes. */
export interface UnsavedForm {
  /** Asks whether to leave without saving, and calls `go` if so. */
  readonly ask: (go: () => void) => void;
  /** Back or Forward was pressed: it may hold the event. */
  readonly onPop: (event: Event) => void;
}

/** State of a link in a form that keeps a draft, to what the form needs: who comes back goes on where they were. */
export const SIDE_TRIP = { isSideTrip: true };

/** Those on the page. The first asks for all. */
const forms: UnsavedForm[] = [];

/** Counts a form with unsaved changes. Returns the function that ends it. */
export function markUnsaved(form: UnsavedForm): () => void {
  forms.push(form);
  return () => {
    forms.splice(forms.indexOf(form), 1);
  };
}

export const hasUnsavedChanges = (): boolean => forms.length > 0;

/** Goes to another page, once somebody has agreed to leave without saving where a form has unsaved changes. */
export function goOrAsk(go: () => void): void {
  const [form] = forms;
  if (form === undefined) go();
  else form.ask(go);
}

/** Listens before the router does, which shows the page that the address names. */
export const beforeRouter = (event: Event): void => forms[0]?.onPop(event);
