import type { Text } from '@kubemin/model';

/** A language pages are written in. */
export type PageLanguage = keyof Text;

/** Something a browser is sent. */
export interface WebPage {
  readonly contentType: string;
  readonly content: string;
}

/** What the server shows to people. The API answers for itself: none of these may lie below its prefix. */
export interface WebPages {
  /** Where there are pages, as patterns of the router. */
  readonly routes: readonly string[];
  /** Undefined when there is nothing at a path that the routes cover. */
  find(path: string, language: PageLanguage): Promise<WebPage | undefined>;
  /** What a browser gets where there is nothing. */
  missing(language: PageLanguage): Promise<WebPage>;
}
