/** A state machine as data: for each state, where it may go. States that go nowhere are terminal and absorb. */
export type TransitionTable<State extends string> = Readonly<Record<State, readonly State[]>>;

/** Every state from which `to` may be entered: what a conditional UPDATE names in its WHERE. */
export function sourceStates<State extends string>(table: TransitionTable<State>, to: State): readonly State[] {
  return allStates(table).filter((from) => table[from].includes(to));
}

/** True when nothing ever follows. */
export function isTerminal<State extends string>(table: TransitionTable<State>, state: State): boolean {
  return table[state].length === 0;
}

/** All states, in the order the table names them. */
export function allStates<State extends string>(table: TransitionTable<State>): readonly State[] {
  const isState = (key: string): key is State => key in table;
  return Object.keys(table).filter(isState);
}
