import { InvalidValue } from '../parameter.ts';

const PAGES = ['app', 'canvas', 'logs', 'revisions', 'run'] as const;

/** What can be opened besides the first page. */
export type OpenedPage = (typeof PAGES)[number];

/** Reads the name of a page. */
export function openedPage(text: string): OpenedPage {
  const found = PAGES.find((page) => page === text);
  if (found !== undefined) return found;
  const all = PAGES.join(', ');
  throw new InvalidValue({ en: `choose one of ${all}`, zh: `请从 ${all} 中选择` });
}
