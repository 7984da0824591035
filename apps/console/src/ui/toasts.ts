/** Toasts close after 5 s (specification, section 9), except those that wait for the user. */
import type { ReactNode } from 'react';
import { ApiError, problemText } from '../lib/api.ts';
import { currentTranslator } from '../lib/texts.ts';
import { putToast, removeToast, type Toast } from './toast-store.ts';

/** Also of the toasts of alerts that are not critical. */
export const TOAST_CLOSE_MS = 5000;
let count = 0;

function show(title: string, part: Partial<Toast>): void {
  count += 1;
  putToast({
    id: `toast ${count}`,
    title,
    message: '',
    isProblem: false,
    closeAfter: TOAST_CLOSE_MS,
    closeLabel: currentTranslator()('common.close'),
    ...part,
  });
}

export const showToast = (title: string, message = ''): void => show(title, { message });

/** A toast that stays until it is closed, or hidden by its id. */
export const showLastingToast = (id: string, title: string, message: ReactNode = ''): void =>
  show(title, { id, message, closeAfter: null, closeLabel: currentTranslator()('common.closeToast', { title }) });

export const hideToast = (id: string): void => removeToast(id);

/** The generic error toast, with the message of the server if there is one. */
export const showErrorToast = (error: unknown): void =>
  show(currentTranslator()('common.wentWrong'), {
    message: error instanceof ApiError ? problemText(error) : '',
    isProblem: true,
  });
