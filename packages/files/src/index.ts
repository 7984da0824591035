export { createFolder, syncFile, writeFileDurably } from './durable-files.ts';
