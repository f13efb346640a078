import type { Text } from '@kubemin/model';

/** A language pages are written in. */
export type PageLanguage = keyof Text;

/** What a browser asks for. */
export interface PageRequest {
  /** Without the query. */
  readonly path: string;
  readonly language: PageLanguage;
  /** The header Accept-Encoding. */
  readonly encodings: string;
}

/** Something a browser is sent. */
export interface WebPage {
  readonly contentType: string;
  readonly content: string | Buffer;
  /** How `content` is compressed. @default not at all */
  readonly encoding?: 'br' | 'gzip';
  /** Whether its name changes with its content, so that browsers may keep it. @default it is asked for each time */
  readonly immutable?: boolean;
}

/** The pages of the server. The API has its own paths: no page may lie below its prefix. */
export interface WebPages {
  /** Where there are pages, as patterns of the router. */
  readonly routes: readonly string[];
  /** Pages at paths that the API serves too: for requests of browsers that want HTML. */
  readonly shared: readonly string[];
  /** Undefined when there is nothing at a path that the routes cover. */
  find(request: PageRequest): Promise<WebPage | undefined>;
  /** What a browser gets where there is nothing. */
  missing(request: PageRequest): Promise<WebPage>;
}
