/** An answer of the API in tests, and its cookies. */

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

export function cookieOf(answer: Answer<unknown>): string {
  return cookiesOf(answer).find((cookie) => /picket_session=./u.test(cookie)) ?? '';
}

/** Everything a browser would send back. */
export function cookiesOf(answer: Answer<unknown>): readonly string[] {
  const header = answer.headers['set-cookie'] ?? [];
  return (Array.isArray(header) ? header : [String(header)]).map((one) => one.split(';')[0] ?? '');
}
