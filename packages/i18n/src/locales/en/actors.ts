/** Who did something, where no person's name says it: browsers, and what acts by itself. Read through src/actor-words.ts. */
export default {
  browserOn: '{browser} on {system}',
  browserUnknownOn: 'A browser on {system}',
  browserUnknown: 'An unknown browser',
  operator: 'Operator',
  simulation: 'Simulation',
  unknown: 'Somebody',
  linkSentTo: 'A link sent to {name}',
  deletedRecipient: 'a deleted user or channel',
} as const;
