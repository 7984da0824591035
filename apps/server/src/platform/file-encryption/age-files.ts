/** Encryption of files to a public key (age, age-encryption.org), in a stream: memory use does not depend on their size. */
type Chunks = AsyncIterable<Uint8Array>;
/** A transform step of a pipeline. */
export type TransformStep = (source: Chunks) => AsyncGenerator<Uint8Array>;

/** The suffix of encrypted files. */
export const AGE_SUFFIX = '.age';

/** The stream that the library takes; chunks are pulled on demand. */
function toReadableStream(source: Chunks): ReadableStream<Uint8Array> {
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

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
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
export async function isRecipient(text: string): Promise<boolean> {
  const { Encrypter } = await import('age-encryption');
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

export const encryptTo = (recipient: string): TransformStep =>
  async function* (source) {
    const { Encrypter } = await import('age-encryption');
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    yield* chunksOf(await encrypter.encrypt(toReadableStream(source)));
  };

/** Fails where none of the identities matches, or the file was changed. */
export const decryptWith = (identities: readonly string[]): TransformStep =>
  async function* (source) {
    const { Decrypter } = await import('age-encryption');
    const decrypter = new Decrypter();
    for (const identity of identities) decrypter.addIdentity(identity);
    yield* chunksOf(await decrypter.decrypt(toReadableStream(source)));
  };

/** The identities in a file as age-keygen writes it; empty where there are none. */
export const identitiesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('AGE-SECRET-KEY-'));
