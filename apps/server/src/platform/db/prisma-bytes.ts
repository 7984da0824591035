/** Prisma wants bytes of their own buffer; a Node Buffer may share one. */
export const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);
