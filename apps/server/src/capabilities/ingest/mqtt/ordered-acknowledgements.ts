/**
 * The acknowledgements of one connection. Messages may be handled in any order; MQTT asks for their acknowledgements in the order in which they
 * arrived (3.1.1, section 4.6).
 */
interface Expected {
  readonly messageId: number;
  isHandled: boolean;
}

export class OrderedAcknowledgements {
  readonly #send: (messageId: number) => void;
  readonly #expected: Expected[] = [];

  constructor(send: (messageId: number) => void) {
    this.#send = send;
  }

  /** A message arrived. Call what is returned once it is handled. */
  expect(messageId: number): () => void {
    const expected = { messageId, isHandled: false };
    this.#expected.push(expected);
    return () => {
      expected.isHandled = true;
      this.#sendHandled();
    };
  }

  #sendHandled(): void {
    for (let [first] = this.#expected; first?.isHandled === true; [first] = this.#expected) {
      this.#expected.shift();
      this.#send(first.messageId);
    }
  }
}
