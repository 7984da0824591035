/**
 * A person who uses a screen by what is written on it. What they type and press is counted, at the pace of one who types with two fingers
 * and looks for each button; reading and the answers of the server are not.
 */
import type { Locator, Page } from 'playwright-core';

const SECONDS_A_CHARACTER = 0.28;
const SECONDS_A_PRESS = 2;

export class ScriptedPerson {
  readonly page: Page;
  #characters = 0;
  #presses = 0;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses what is shown. */
  async press(what: Locator): Promise<void> {
    this.#presses += 1;
    await what.click();
  }

  /** Chooses in a list. */
  async choose(name: string, option: string): Promise<void> {
    this.#presses += 2;
    await this.page.getByRole('combobox', { name, exact: true }).selectOption(option);
  }

  /** Goes to a field and types, instead of what stands there. */
  async type(name: string, text: string): Promise<void> {
    this.#presses += 1;
    this.#characters += text.length;
    await this.page.getByRole('textbox', { name, exact: true }).fill(text);
  }

  button = (name: string | RegExp): Locator => this.page.getByRole('button', { name, exact: true });
  link = (name: string | RegExp): Locator => this.page.getByRole('link', { name, exact: true });

  /** Of all so far. Prints what was counted. `who`: as it is called there. */
  secondsSpent(who: string): number {
    const seconds = this.#characters * SECONDS_A_CHARACTER + this.#presses * SECONDS_A_PRESS;
    const counted = `${this.#characters} characters and ${this.#presses} presses`;
    console.info(`${who}: ${counted}, ${Math.round(seconds)} s of a person's time`);
    return seconds;
  }
}
