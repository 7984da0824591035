/** Password rules (NIST SP 800-63B-4): length counted in code points, no composition rules, common ones refused. */
export const PASSWORD_MIN = 15;
export const PASSWORD_MAX = 1024;

export const PASSWORD_RULES: readonly string[] = [
  `At least ${PASSWORD_MIN} characters; a few words you remember are better than one you don't.`,
  'No rules about capitals, digits or signs; spaces are welcome.',
  'Not your e-mail address, and not something that is tried first by everybody.',
];

const COMMON = [
  'passwordpassword',
  'password123456789',
  '123456789012345',
  '1234567890123456',
  'qwertyuiopasdfgh',
  'qwertyuiop12345',
  'qwertyuiopasdfghjkl',
  'administrator123',
  'letmeinletmeinletmein',
  'iloveyouiloveyou',
  'correcthorsebatterystaple',
  'abcdefghijklmno',
];

/** The form in which a password is measured, compared and hashed. */
export const normalizePassword = (password: string): string => password.normalize('NFKC');

/** Why a new password is refused, in words for the person who chose it; null when it is fine. */
export function passwordProblem(password: string, context: readonly string[] = []): string | null {
  const normal = normalizePassword(password);
  const length = [...normal].length;
  if (length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters (this has ${length}).`;
  if (length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`;
  const plain = normal.toLowerCase().replace(/[\s\-_.]/gu, '');
  if (new Set(plain).size < 5) return 'Too few different characters: this is tried first.';
  if (COMMON.includes(plain)) return 'This one is on every list of common passwords.';
  const words = context.map((word) => word.toLowerCase().replace(/[\s\-_.]/gu, '')).filter((word) => word.length > 3);
  if (words.some((word) => plain === word || plain === word + word)) return 'Do not use your e-mail address or name.';
  return null;
}
