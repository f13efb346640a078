/** What an application is begun with, instead of nothing. */
export type Start =
  /** Components that are there already, such as those of a compose file. More may follow. */
  | { readonly kind: 'components'; readonly name?: string; readonly components: readonly unknown[] }
  /** What the first component probably is. */
  | { readonly kind: 'image'; readonly name?: string; readonly image: string; readonly port?: number }
  /** An application others may use, by its id or name. */
  | { readonly kind: 'template'; readonly id: string };

/** Something in the directory that an application can begin with. */
export interface FoundStart {
  /** The files, as the question names them. */
  readonly files: string;
  readonly start: Start;
}
