/** A copy in a buffer of its own, as Prisma wants it; a Node Buffer may share one. */
export const bytes = (buffer: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);
