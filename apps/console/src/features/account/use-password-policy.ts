import { useApi } from '../../lib/api.ts';

/** Whether the user has a password here, and how many API tokens a change may revoke. */
export const usePasswordPolicy = () => useApi('GET /auth/change-password', {}, { revalidateOnFocus: false });
