import type { Environment } from '../terminal.ts';

/** The languages the command speaks. */
export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** In the order in which they count; the last three are what operating systems set. */
const VARIABLES = ['KUBEMIN_LANG', 'LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

/** The language to speak: as told, else as the first variable that is set says. Unknown ones mean English. */
export function chooseLanguage(told: Language | undefined, env: Environment): Language {
  if (told !== undefined) return told;
  const locale = VARIABLES.map((name) => env[name]).find((value) => value !== undefined && value !== '');
  return /^zh\b|^zh_/i.test(locale ?? '') ? 'zh' : 'en';
}
