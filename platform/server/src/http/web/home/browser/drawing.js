import { language } from './page-data.js';

/** What the server tells is put in as text, never as markup. */
export function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export const link = (href, text) => element('a', { href }, text);
export const badge = ({ symbol, colour, word }) => element('span', { class: `state ${colour}` }, `${symbol} ${word}`);
export const UNKNOWN = { symbol: '?', colour: 'grey', word: '' };

export function ago(instant) {
  if (instant === undefined) return '';
  const seconds = Math.round((Date.parse(instant) - Date.now()) / 1000);
  const [unit, size] = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ].find(([, s]) => -seconds >= s) ?? ['second', 1];
  const text = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
  return element('time', { datetime: instant, title: new Date(instant).toLocaleString(language) }, text);
}

/** A list under a heading; each entry has a first line with its state, and a second one that explains. */
export function list(heading, entries, empty) {
  const items = entries.map(({ name, state, facts, more }) =>
    element('li', {}, element('div', {}, name, state), element('p', { class: 'quiet' }, ...facts), ...more),
  );
  const content = items.length === 0 ? element('p', { class: 'quiet' }, empty) : element('ul', {}, ...items);
  return [element('h2', {}, heading), content];
}

export const note = (text) => (text ? [element('p', {}, text)] : []);
