import type { Locator, Page } from 'playwright-core';

/** How a user operates a page: with a pointer, or with nothing but keys. */
export interface Hands {
  /** Activates a button, a link, a tab or a switch; by its key where it has one. */
  press(control: Locator, key?: string): Promise<void>;
  /** Replaces the text of a field. */
  type(field: Locator, text: string): Promise<void>;
  /** Opens a menu and chooses an entry of it. */
  choose(menu: Locator, entry: string): Promise<void>;
}

export function pointer(page: Page): Hands {
  return {
    press: (control) => control.click(),
    type: (field, text) => field.fill(text),
    choose: async (menu, entry) => {
      await menu.click();
      await page.getByRole('menuitem', { name: entry }).click();
    },
  };
}

/** More stops than any page has. */
const MOST_STOPS = 300;
const MOST_MENUS = 5;

/** Moves by Tab and arrows alone: a control that keys cannot reach fails the test. */
export function keyboard(
  page: Page,
): Hands & { /** Gives the focus to a control. */ reach(control: Locator): Promise<void> } {
  const hasFocus = (control: Locator): Promise<boolean> =>
    control.evaluate((element) => element === element.ownerDocument.activeElement);
  const press = async (key: string, control: Locator): Promise<void> => {
    for (let stop = 0; !(await hasFocus(control)); stop += 1) {
      if (stop === MOST_STOPS) throw new Error(`${key} does not reach ${String(control)}`);
      await page.keyboard.press(key);
    }
  };
  const reach = async (control: Locator): Promise<void> => {
    await control.waitFor();
    const isBefore = await control.evaluate(
      (element) => (element.ownerDocument.activeElement?.compareDocumentPosition(element) ?? 0) & 2,
    );
    await press(isBefore === 0 ? 'Tab' : 'Shift+Tab', control);
  };
  /** Closed menus and moved cards set the focus in the next frame: a key before it would go elsewhere. */
  const focusSettles = (): Promise<void> =>
    page.locator('body').evaluate((body) => {
      const { requestAnimationFrame } = body.ownerDocument.defaultView ?? globalThis;
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    });
  return {
    reach,
    press: async (control, key) => {
      // As a pointer of the browser does: a button may wait for a check.
      await control.and(page.locator(':not([aria-disabled="true"])')).waitFor();
      if (key !== undefined) return page.keyboard.press(key);
      await reach(control);
      await page.keyboard.press('Enter');
    },
    type: async (field, text) => {
      await reach(field);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
    choose: async (menu, entry) => {
      const opened = page.getByRole('menu');
      const item = page.getByRole('menuitem', { name: entry });
      for (let tries = 1; ; tries += 1) {
        await reach(menu);
        await page.keyboard.press('Enter');
        await opened.waitFor();
        if (tries === MOST_MENUS || (await item.count()) > 0) break;
        // The focus went to another control before the key, as when a card that was moved is drawn late.
        await page.keyboard.press('Escape');
        await opened.waitFor({ state: 'hidden' });
        await focusSettles();
      }
      await press('ArrowDown', item);
      await page.keyboard.press('Enter');
      await opened.waitFor({ state: 'hidden' });
      await focusSettles();
    },
  };
}
