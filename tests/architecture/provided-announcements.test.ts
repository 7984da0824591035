/** The announcements that the migrations add have their texts in every language. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { announcementTexts } from '../../apps/console/src/lib/announcement-texts.ts';
import { loadTranslator } from '../support/translators.ts';

const MIGRATIONS = new URL('../../prisma/migrations/', import.meta.url).pathname;
const migrations = globSync(`${MIGRATIONS}*/migration.sql`)
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

/** What `INSERT INTO "announcement"` adds: the id in each row of its values. */
const IDS = [...migrations.matchAll(/INSERT INTO "announcement" [^;]*;/gu)].flatMap(([statement]) =>
  [...statement.matchAll(/^ {2}\('([^']+)'/gmu)].map(([, id]) => id ?? ''),
);

const STORED = { title: 'as stored', text: 'as stored' };
const english = await loadTranslator('en');
const german = await loadTranslator('de');
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

test('there are some', () => expect(IDS).toHaveLength(4));

test.each(IDS)('%s is English as it is stored, and German for who reads German', (id) => {
  const { title, text } = announcementTexts(english, { ...STORED, id });
  expect(migrations).toContain(quoted(title));
  expect(migrations).toContain(quoted(text));
  const translated = announcementTexts(german, { ...STORED, id });
  expect(translated.title).not.toBe(title);
  expect(translated.text).not.toBe(text);
  expect(Object.values(translated)).not.toContain('as stored');
});

test('what an operator writes stays as it is', () => {
  const written = { id: '01a22176-7cd9-775d-b18d-3df4b21c4dce', title: 'Hello', text: 'We move on Friday.' };
  expect(announcementTexts(german, written)).toEqual({ title: 'Hello', text: 'We move on Friday.' });
});
