import type { Part } from '../source/part.ts';

const VARIABLE = /\$(?:\$|\{([A-Za-z_]\w*)(?:(:?[-?+])((?:[^{}]|\{[^{}]*\})*))?\}|([A-Za-z_]\w*))/g;

/**
 * Replaces `$NAME`, `${NAME}`, `${NAME:-default}` and their relatives as Compose does. A variable without value and
 * default stays as it is written, and is listed: an empty text in its place would only fail later and less clearly.
 */
export function interpolate(root: Part, variables: Readonly<Record<string, string>>): Part {
  const known = (name: string) => (Object.hasOwn(variables, name) ? variables[name] : undefined);
  const replace = (text: string, part: Part): string =>
    text.replaceAll(VARIABLE, (whole, braced?: string, operator?: string, word?: string, bare?: string) => {
      const name = braced ?? bare;
      if (name === undefined) return '$';
      const value = known(name);
      const set = operator?.startsWith(':') ? (value ?? '') !== '' : value !== undefined;
      if (operator?.endsWith('+')) return set ? replace(word ?? '', part) : '';
      if (set && value !== undefined) return value;
      if (operator?.endsWith('-')) return replace(word ?? '', part);
      part.note(`the variable ${name}`, `It has no value here: give one, or replace ${whole} in the document.`);
      return whole;
    });
  return root.mapTexts(replace);
}
