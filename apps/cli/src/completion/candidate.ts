/** Something that may stand at the cursor. */
export interface Candidate {
  readonly text: string;
  /** For shells that show it. */
  readonly about: string;
}

/** Names that only a platform or the saved contexts know. */
export type NameKind = 'app' | 'run' | 'component' | 'context' | 'cluster';
