/** Passwords, second factors, sessions and API tokens of a signed-in person. */
export default {
  'password.change': 'Change password',
  'password.changed': 'Password changed',
  'password.signedOutElsewhere': 'You were signed out in all other browsers.',
  'password.current': 'Current password',
  'password.showCurrent': 'Show or hide the current password',
  'password.new': 'New password',
  'password.loadProblem': 'The password rules could not be loaded',
  'password.none':
    'You sign in through single sign-on and have no password here. To get one, use “I forgot my password” on the sign-in page.',
} as const;
