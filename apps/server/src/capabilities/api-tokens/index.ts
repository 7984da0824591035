export { countApiTokens, deleteApiTokensOfUser } from './api-token-store.ts';
export { authenticateToken } from './authenticate-token.ts';
export { createToken } from './create-api-token.ts';
export { listTokens } from './list-api-tokens.ts';
export { revokeToken } from './revoke-api-token.ts';
