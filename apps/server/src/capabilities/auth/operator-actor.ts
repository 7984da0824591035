/** The audit actor of what is done on the server itself (npm run admin). */
export const OPERATOR = { kind: 'SYSTEM', guid: null, name: 'Operator', address: null } as const;
