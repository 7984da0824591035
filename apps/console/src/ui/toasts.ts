/** Toasts close after 5 s (specification, section 9), except those that wait for the user. */
import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { Link } from 'react-router';
import { ApiError, problemText } from '../lib/api.ts';
import { currentTranslator } from '../lib/texts.ts';

const CLOSE_MS = 5000;
const closable = () => ({ withBorder: true, closeButtonProps: { 'aria-label': currentTranslator()('common.close') } });

export const showToast = (title: string, message = ''): void => {
  notifications.show({ title, message, autoClose: CLOSE_MS, ...closable() });
};

/** A toast whose title is a link. */
export const showLinkToast = (title: string, message: string, path: string): void => {
  notifications.show({
    title: createElement(Link, { to: path, className: 'toast-link' }, title),
    message,
    autoClose: CLOSE_MS,
    ...closable(),
  });
};

/** The generic error toast, with the message of the server if there is one. */
export const showErrorToast = (error: unknown): void => {
  const message = error instanceof ApiError ? problemText(error) : '';
  notifications.show({
    title: currentTranslator()('common.wentWrong'),
    message,
    color: 'red',
    autoClose: CLOSE_MS,
    ...closable(),
  });
};
