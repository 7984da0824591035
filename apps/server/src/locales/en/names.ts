/** Names that Picket stores for what it makes, in the language of the user who asks for it. */
export default {
  simulatedSentry: '{number, plural, =1 {Simulated sentry} other {Simulated sentry #}}',
} as const;
