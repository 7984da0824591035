/** `on`: it must be in force. `auto`: it is made where that is possible, and used where it is in force. */
export const ROW_SECURITY_MODES = ['auto', 'on', 'off'] as const;
export type RowSecurityMode = (typeof ROW_SECURITY_MODES)[number];
