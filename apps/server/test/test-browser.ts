import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import { encodePassword } from '@picket/contracts/client';
import { type Answer, cookiesOf, type Method, PASSWORD, type Picket, type Session } from './harness.ts';

/** A browser of a person: it keeps its cookies from one call to the next. */
export class TestBrowser {
  readonly #picket: Picket;
  readonly #cookies = new Map<string, string>();
  readonly #headers: Record<string, string>;
  constructor(picket: Picket, headers: Record<string, string> = {}) {
    this.#picket = picket;
    this.#headers = headers;
  }

  get as(): Session {
    return { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(`picket_${name}`);
  }

  forget(name: string): void {
    this.#cookies.delete(`picket_${name}`);
  }

  /** The cookies of another browser: stolen, or copied. */
  copyCookiesOf(other: TestBrowser): this {
    for (const [name, value] of other.#cookies) this.#cookies.set(name, value);
    return this;
  }

  async call<Body = unknown>(method: Method, path: string, body?: unknown): Promise<Answer<Body>> {
    const headers = { ...this.#headers };
    const answer = await this.#picket.call<Body>(method, path, { as: this.as, body, headers });
    for (const cookie of cookiesOf(answer)) {
      const [name = '', value = ''] = cookie.split('=');
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }

  logIn(username: string, password = PASSWORD): Promise<Answer<LoginOutcome & { readonly code?: string }>> {
    return this.call('POST', '/auth/login', { username, password: encodePassword(password) });
  }
}
