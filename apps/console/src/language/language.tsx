import { createTranslator, type Language, type Message, type MessageCatalogue } from '@kubemin/base/message';
import { readText } from '@kubemin/client';
import type { Text } from '@kubemin/model';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { Locale } from './format.ts';

/** What components show texts with. */
export interface LanguageContent {
  readonly language: Language;
  /** For times. */
  readonly locale: Locale;
  readonly setLanguage: (language: Language) => void;
  readonly setTimeZone: (timeZone: Locale['timeZone']) => void;
  /** A message of a catalogue, or a text that has both languages. */
  readonly t: (text: Message | Text) => string;
  /** A text that the server sent in a field, by the code beside it. */
  readonly sent: (
    object: { readonly texts?: Readonly<Record<string, unknown>> | undefined },
    field: string,
    english: string,
  ) => string;
}

const LanguageContext = createContext<LanguageContent | undefined>(undefined);

const STORED = 'kubemin.language';
const STORED_ZONE = 'kubemin.time-zone';

export interface LanguageProviderProps {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** As the browser lists them, the preferred one first. */
  readonly preferred: readonly string[];
  readonly children: ReactNode;
}

/** Holds the language and the time zone: the language is the one chosen before, else the first that the browser prefers of those that there are. */
export function LanguageProvider({ storage, preferred, children }: LanguageProviderProps) {
  const [language, setLanguage] = useState<Language>(() => initialLanguage(storage.getItem(STORED), preferred));
  const [timeZone, setTimeZone] = useState<Locale['timeZone']>(() =>
    storage.getItem(STORED_ZONE) === 'UTC' ? 'UTC' : undefined,
  );
  const [foreign, setForeign] = useState<readonly MessageCatalogue[]>([]);
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
    if (language === 'en') return;
    let isCurrent = true;
    // Without them, reasons of the server stay in English, and everything else works.
    import('./foreign-messages.ts').then(
      ({ foreignCatalogues }) => isCurrent && setForeign(foreignCatalogues),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [language]);
  const content = useMemo<LanguageContent>(() => {
    const translate = createTranslator(language, foreign);
    return {
      language,
      setLanguage: (chosen) => {
        storage.setItem(STORED, chosen);
        setLanguage(chosen);
      },
      locale: { language, timeZone },
      setTimeZone: (chosen) => {
        if (chosen === undefined) storage.removeItem(STORED_ZONE);
        else storage.setItem(STORED_ZONE, chosen);
        setTimeZone(chosen);
      },
      t: (text) => ('code' in text ? translate(text) : text[language]),
      sent: (object, field, english) => readText(object, field, english, translate),
    };
  }, [language, timeZone, foreign, storage]);
  return <LanguageContext value={content}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageContent {
  const content = useContext(LanguageContext);
  if (content === undefined) throw new Error('useLanguage needs a LanguageProvider above');
  return content;
}

function initialLanguage(stored: string | null, preferred: readonly string[]): Language {
  if (stored === 'en' || stored === 'zh') return stored;
  const known = preferred.map((tag) => tag.toLowerCase().split('-')[0]).find((tag) => tag === 'en' || tag === 'zh');
  return known === 'zh' ? 'zh' : 'en';
}
