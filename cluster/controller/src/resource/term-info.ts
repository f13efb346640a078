/** The leadership term, for work that must not be done by two processes at once. */
export interface TermInfo {
  /** The identity of this process in the Lease. */
  readonly identity: string;
  /** Increases with each term of any process; 0 without an election. */
  readonly term: number;
  /** Reads the clocks, so it is correct even directly after the process was suspended. */
  isHeld(): boolean;
  /** Throws LEADERSHIP_LOST when the term is over: call it before each effect outside the API. */
  assertHeld(): void;
}

/** The term of a process without an election. */
export function unelectedTerm(identity: string): TermInfo {
  return { identity, term: 0, isHeld: () => true, assertHeld: () => undefined };
}
