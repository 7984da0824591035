/** Prisma as stores have it. */
import type { PrismaClient } from '../generated/prisma/client.ts';

/** Prisma outside or inside a transaction. */
export type Prisma = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>;
