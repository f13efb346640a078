import type { Page } from 'playwright-core';

/** The states of all cards of a run at one moment, by their names. */
export type CardStates = Readonly<Record<string, string>>;

/** Records the states of the cards of a run each time one of them changes, from now until the page is left. */
export async function recordCards(page: Page): Promise<() => Promise<readonly CardStates[]>> {
  await page.evaluate(`{
    const seen = [];
    const look = () => {
      const cards = [...document.querySelectorAll('[data-lane] article[data-state]')];
      const states = Object.fromEntries(cards.map((card) => [card.ariaLabel.split(',')[0], card.dataset.state]));
      if (cards.length > 0 && JSON.stringify(seen.at(-1)) !== JSON.stringify(states)) seen.push(states);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
    look();
    globalThis.seenCards = seen;
  }`);
  return () => page.evaluate('globalThis.seenCards');
}

/** Records the state beside the title of the page each time it changes. */
export async function recordStates(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(`{
    const seen = [];
    const look = () => {
      const text = document.querySelector('h1 + span')?.textContent ?? '';
      if (text !== '' && seen.at(-1) !== text) seen.push(text);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    look();
    globalThis.seenStates = seen;
  }`);
  return () => page.evaluate('globalThis.seenStates');
}

/** The states that one card was in, one after the other. */
export function cardHistory(seen: readonly CardStates[], card: string): readonly string[] {
  const states = seen.flatMap((cards) => cards[card] ?? []);
  return states.filter((state, at) => state !== states[at - 1]);
}
