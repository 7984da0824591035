/**
 * The least a server over Postgres can be: Fastify with one route, and a pool of one connection. In plain JavaScript, so that Node has
 * no types to strip.
 */
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1, idleTimeoutMillis: 0 });
const app = Fastify();
app.get('/', async () => (await pool.query('SELECT 1')).rows);
await app.listen({ host: '127.0.0.1', port: 0 });
await app.inject('/').catch(() => null);
await pool.query('SELECT 1');
process.send?.({ ready: true });
process.on('disconnect', () => process.exit(0));
