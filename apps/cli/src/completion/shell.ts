import type { Candidate } from './candidate.ts';

/** A shell that completes. */
export interface CompletingShell {
  /** What the user's start-up file reads. It asks the command itself for candidates. */
  readonly script: string;
  /** Candidates, one per line, as the script reads them. */
  format(candidate: Candidate): string;
}
