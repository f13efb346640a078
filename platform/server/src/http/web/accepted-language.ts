import type { PageLanguage } from './web-pages.ts';

/** The language an Accept-Language header wants most of those that pages are written in; English when it wants none of them. */
export function acceptedLanguage(header: string | undefined): PageLanguage {
  const wanted = (header ?? '').split(',').map(readRange);
  const best = (language: string): number =>
    Math.max(0, ...wanted.filter(({ tag }) => tag === language || tag.startsWith(`${language}-`)).map(({ q }) => q));
  return best('zh') > best('en') ? 'zh' : 'en';
}

function readRange(range: string): { readonly tag: string; readonly q: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const q = weight === undefined ? 1 : Number.parseFloat(weight);
  return { tag, q: Number.isNaN(q) ? 0 : q };
}
