/** Statements that Citus refuses, each with the reason why it stays as it is. */
import type { Exception } from '../../tests/architecture/exception.ts';

export const REFUSED_ON_PURPOSE: readonly Exception[] = [];
