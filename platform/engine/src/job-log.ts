/** What the program of a job has written. */
export interface JobLog {
  readonly text: string;
  /** Whether the beginning is missing. */
  readonly truncated: boolean;
}
