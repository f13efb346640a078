import type { Text } from '@kubemin/model';

/** A language pages are written in. */
export type PageLanguage = keyof Text;

/** Something a browser is sent. */
export interface WebPage {
  readonly contentType: string;
  readonly content: string;
}

/** The pages of the server. The API has its own paths: no page may lie below its prefix. */
export interface WebPages {
  /** Where there are pages, as patterns of the router. */
  readonly routes: readonly string[];
  /** Undefined when there is nothing at a path that the routes cover. */
  find(path: string, language: PageLanguage): Promise<WebPage | undefined>;
  /** What a browser gets where there is nothing. */
  missing(language: PageLanguage): Promise<WebPage>;
}
