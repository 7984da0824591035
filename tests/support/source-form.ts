/** A server that may ask a source at a port of this machine, and an administrator at the form that adds it. Of one test, which ends them. */
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { launchBrowser, openConsole, signInAt } from './console-browser.ts';
import { createTestDatabase } from './database.ts';
import { signedIn } from './screen-world.ts';
import { startServer } from './server-process.ts';

const ADMIN = { email: 'ada@acme.example', password: 'quiet rooms need a good guard' };

/** `host`: of the source, with its port; `kind`: as the form calls it. */
export async function openIntegrationForm(host: string, kind: string) {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const server = await startServer(database.url, {
    env: {
      PICKET_ADMIN_EMAIL: ADMIN.email,
      PICKET_ADMIN_PASSWORD: ADMIN.password,
      PICKET_OUTBOUND_ALLOWED: host,
    },
  });
  onTestFinished(() => server.stop());
  const api = await signedIn(server.base, ADMIN.email, ADMIN.password);
  await api('POST /locations', { body: { name: 'Basel', timezone: 'Europe/Zurich' } });
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const ada = await openConsole(browser, server.base);
  const { page } = ada;
  await signInAt(page, ADMIN);
  await page.goto('/admin/integrations');
  await page.getByRole('button', { name: 'Add integration' }).click();
  const form = page.getByRole('form', { name: 'Add integration' });
  await form.getByRole('combobox', { name: 'Kind' }).selectOption(kind);
  return { api, ada, page, form, base: server.base };
}

/** The form of a source that is asked at a port of this machine. */
export async function openSourceForm(port: number, kind: string) {
  const opened = await openIntegrationForm(`127.0.0.1:${port}`, kind);
  const { form } = opened;
  await form.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
  await form.getByRole('textbox', { name: 'Port' }).fill(String(port));
  await form.getByRole('combobox', { name: 'Asked every' }).selectOption({ index: 0 });
  return opened;
}

/** Adopts a device that an integration has found, from the list of integrations. */
export async function adoptFound(page: Page, integration: string, device: string, name: string): Promise<void> {
  await page.getByRole('link', { name: `Show devices of ${integration}` }).click();
  await page.getByRole('button', { name: `Adopt ${device}` }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('button', { name: 'Adopt device' }).click();
  await page.getByText(`Adopted as ${name}.`).first().waitFor();
}

/** Removes a chosen value from the settings of an integration. */
export async function removeValue(page: Page, integration: string, value: string): Promise<void> {
  await page.goto('/admin/integrations');
  await page.getByRole('button', { name: `Edit ${integration}` }).click();
  const edit = page.getByRole('form', { name: `Settings of ${integration}` });
  await edit.getByRole('button', { name: `Remove value ${value}` }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).first().waitFor();
}
