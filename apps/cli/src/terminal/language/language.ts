import {
  createTranslator,
  type Language,
  type Message,
  type MessageCatalogue,
  type MessageEntry,
} from '@kubemin/base/message';
import type { Environment } from '../terminal.ts';

/** What operating systems set, in the order in which they count. */
const LOCALE = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

/** The language of the reader: by `--lang`, KUBEMIN_LANG, the preference, the locale. Unknown ones mean English. */
export function chooseLanguage(
  chosen: Language | undefined,
  env: Environment,
  preferred?: Language | undefined,
): Language {
  if (chosen !== undefined) return chosen;
  if (env.KUBEMIN_LANG) return localeLanguage(env.KUBEMIN_LANG);
  return preferred ?? localeLanguage(LOCALE.map((name) => env[name]).find((value) => value) ?? '');
}

function localeLanguage(locale: string): Language {
  return /^zh\b|^zh_/i.test(locale) ? 'zh' : 'en';
}

/** Returns the text of a message in the language of the reader. */
export interface Translate {
  (message: Message): string;
  readonly language: Language;
}

/**
 * Messages of this process are translated by their own catalogues; those that a platform sent are by `catalogues`, which
 * readers of English do not need.
 */
export function translateTo(language: Language, catalogues: readonly MessageCatalogue[] = []): Translate {
  return Object.assign(createTranslator(language, catalogues), { language });
}

const toChinese = createTranslator('zh');

/** For what is kept and read in a language that is not known yet. */
export function inAllLanguages(message: Message): MessageEntry {
  return { en: message.message, zh: toChinese(message) };
}
