/** Encryption of files to a public key (age, age-encryption.org), piece by piece: memory stays the same however long they are. */
import { Decrypter, Encrypter } from 'age-encryption';

type Pieces = AsyncIterable<Uint8Array>;
/** A step of a pipeline. */
export type Step = (source: Pieces) => AsyncGenerator<Uint8Array>;

/** What encrypted files are called at their end. */
export const AGE = '.age';

/** Pieces as the library takes them: the next is asked for when it wants one. */
function streamOf(source: Pieces): ReadableStream<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await pieces.return?.();
    },
  });
}

async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Whether it is a public key of age. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

export const encryptTo = (recipient: string): Step =>
  async function* (source) {
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    yield* piecesOf(await encrypter.encrypt(streamOf(source)));
  };

/** Fails where none of the identities is the one, or the file was changed. */
export const decryptWith = (identities: readonly string[]): Step =>
  async function* (source) {
    const decrypter = new Decrypter();
    for (const identity of identities) decrypter.addIdentity(identity);
    yield* piecesOf(await decrypter.decrypt(streamOf(source)));
  };

/** The identities in a file as age-keygen writes it; empty where there are none. */
export const identitiesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('AGE-SECRET-KEY-'));
