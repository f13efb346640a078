/** The exit codes people and scripts rely on. */
export const ExitCode = {
  ok: 0,
  failed: 1,
  /** Of `diff` only, whose trouble is 2 or more. */
  differs: 1,
  usage: 2,
  invalid: 3,
  unauthenticated: 4,
  notFound: 5,
  conflict: 6,
  /** Files do not hold what was stored; nothing was started or copied. */
  damaged: 7,
  /** The wait ended before the run did; the run goes on. */
  waitTimedOut: 124,
  /** Ctrl-C; the run goes on. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** How another program ended that was run in our place; its exit code is passed on. */
export interface ForeignExit {
  readonly foreign: number;
}
