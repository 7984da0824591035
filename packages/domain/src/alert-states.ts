/** The states of alerts. */

export const ALERT_STATES = ['OPEN', 'RECOVERED', 'CLEARED', 'RESOLVED'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** Of an alert that is not over: what it is about holds, or has ended and waits for somebody to resolve it. */
export const OPEN_STATES = ['OPEN', 'RECOVERED'] as const satisfies readonly AlertState[];

/** Whether an alert is not over. */
export const isOpen = ({ state }: { readonly state: AlertState }): boolean => state === 'OPEN' || state === 'RECOVERED';
