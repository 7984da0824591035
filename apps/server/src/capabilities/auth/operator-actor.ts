export const OPERATOR = { kind: 'SYSTEM', guid: null, name: 'Operator', address: null } as const;
