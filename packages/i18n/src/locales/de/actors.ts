import type { Translation } from '../../messages.ts';
import type english from '../en/actors.ts';

export default {
  browserOn: '{browser} unter {system}',
  browserUnknownOn: 'Ein Browser unter {system}',
  browserUnknown: 'Ein unbekannter Browser',
  operator: 'Betreiber',
  simulation: 'Simulation',
  unknown: 'Jemand',
  linkSentTo: 'Ein Link an {name}',
  deletedRecipient: 'ein gelöschter Benutzer oder Kanal',
} satisfies Translation<typeof english>;
