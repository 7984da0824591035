import type { Translation } from '@picket/i18n/messages';
import type english from '../en/audit.ts';

export default {} satisfies Translation<typeof english>;
