/** Whose turn it is, for work that must not be done by two processes at once. */
export interface TermInfo {
  /** The process, as the others see it. */
  readonly identity: string;
  /** Grows with each term of anybody; 0 without an election. */
  readonly term: number;
  /** Asks the clocks, so it is right even right after the process was stopped for a while. */
  isHeld(): boolean;
  /** Throws LEADERSHIP_LOST when the term is over: to be called before each effect outside the API. */
  assertHeld(): void;
}

/** The term of a process that leads because nobody else can. */
export function unelectedTerm(identity: string): TermInfo {
  return { identity, term: 0, isHeld: () => true, assertHeld: () => undefined };
}
