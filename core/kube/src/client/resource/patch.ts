/** A change to an object, in one of the four forms the API understands. */
export type Patch =
  | { readonly type: 'json'; readonly body: readonly JsonPatchOperation[] }
  | { readonly type: 'merge' | 'strategic'; readonly body: object }
  /** Server-side apply: `body` is all this field manager wants to own; it creates the object when there is none. */
  | { readonly type: 'apply'; readonly body: object; readonly force?: boolean };

/** One step of a JSON patch (RFC 6902). */
export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** The media type of each form. */
export const PATCH_MEDIA_TYPES: Readonly<Record<Patch['type'], string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};
