/** What the schema of a request says about a field. Loaded with the schemas. */
export default {
  required: 'Enter a value',
  email: 'Not a valid e-mail address',
  notANumber: 'Enter a number',
  tooLong: 'At most {limit, plural, one {{limit, number} character} other {{limit, number} characters}}',
  tooShort: 'At least {limit, plural, one {{limit, number} character} other {{limit, number} characters}}',
  tooLarge: 'At most {limit, number}',
  tooSmall: 'At least {limit, number}',
} as const;
