/**
 * The language of the reader, and how texts, moments, durations and amounts are shown in it. `LanguageProvider` holds the
 * choice; `useLanguage` returns `t`, which shows messages of the catalogues, texts with both languages, and texts that the
 * server sent with a code. Messages of other packages are translated by their catalogues, which are loaded for Chinese alone.
 */
export {
  formatBytes,
  formatDuration,
  formatInstant,
  formatMillicores,
  formatRelative,
  formatTime,
  type Locale,
  languageName,
  momentFormat,
} from './format.ts';
export { type LanguageContent, LanguageProvider, useLanguage } from './language.tsx';
