export { DRAFT_SUFFIX, syncFolder, writeLargeFileDurably } from './async-files.ts';
export { createFolder, syncFile, writeFileDurably } from './durable-files.ts';
