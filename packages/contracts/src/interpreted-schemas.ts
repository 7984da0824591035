/**
 * Makes zod interpret schemas instead of compiling them to functions: the browser's content security policy forbids to compile.
 * Has to be imported before any schema.
 */
import { config } from 'zod';

config({ jitless: true });
