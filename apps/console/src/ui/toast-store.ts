/** The toasts that are shown, kept outside React: anything may show one before the code that draws them is loaded. */
import type { ReactNode } from 'react';

export interface Toast {
  readonly id: string;
  readonly title: string;
  readonly message: ReactNode;
  /** Something failed: it is announced at once. */
  readonly isProblem: boolean;
  /** When it closes by itself, in milliseconds; null: it waits for the user. */
  readonly closeAfter: number | null;
  readonly closeLabel: string;
}

let shown: readonly Toast[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a toast; one with the same id is replaced. */
export const putToast = (toast: Toast): void => change([...shown.filter(({ id }) => id !== toast.id), toast]);

export function removeToast(id: string): void {
  if (shown.some((toast) => toast.id === id)) change(shown.filter((toast) => toast.id !== id));
}

export const shownToasts = (): readonly Toast[] => shown;

/** Asks for the code that places toasts, for one that is drawn by the page itself. */
export const wantToasts = (): void => change([...shown]);

export const subscribeToToasts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
