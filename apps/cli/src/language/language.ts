import type { Environment } from '../terminal/terminal.ts';

/** The languages the command speaks. */
export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What operating systems set, in the order in which they count. */
const LOCALE = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

/** The language to speak: as told, as KUBEMIN_LANG says, as is preferred, as the locale says. Unknown ones mean English. */
export function chooseLanguage(
  told: Language | undefined,
  env: Environment,
  preferred?: Language | undefined,
): Language {
  if (told !== undefined) return told;
  if (env.KUBEMIN_LANG) return languageOf(env.KUBEMIN_LANG);
  return preferred ?? languageOf(LOCALE.map((name) => env[name]).find((value) => value) ?? '');
}

function languageOf(locale: string): Language {
  return /^zh\b|^zh_/i.test(locale) ? 'zh' : 'en';
}
