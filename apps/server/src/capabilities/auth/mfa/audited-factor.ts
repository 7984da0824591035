/** A second factor, as the mails and audit entries about it name it. */
export type Factor = { readonly kind: 'APP' } | { readonly kind: 'PASSKEY'; readonly name: string };

export const auditedFactor = (factor: Factor): string =>
  factor.kind === 'APP' ? 'an authenticator app' : `the passkey “${factor.name}”`;
