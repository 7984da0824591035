import { useApi } from '../../lib/api.ts';

/** Whether this installation can send mail; until that is known, yes. */
export const useCanSendMail = (): boolean =>
  useApi('GET /auth/methods', {}, { revalidateOnFocus: false }).data?.mail !== false;
