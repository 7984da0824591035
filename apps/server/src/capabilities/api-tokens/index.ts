export { apiTokenRoutes } from './api-token-routes.ts';
export { countApiTokens, deleteApiToken, deleteApiTokensOfThen, deleteApiTokensOfUser } from './api-token-store.ts';
export { authenticateToken } from './authenticate-token.ts';
