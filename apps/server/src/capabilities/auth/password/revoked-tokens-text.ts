/** The API tokens revoked with a password change, as the end of a sentence. */
export const revokedTokensText = (revoked: number): string =>
  revoked === 0 ? '' : revoked === 1 ? ', and one API token was revoked' : `, and ${revoked} API tokens were revoked`;
