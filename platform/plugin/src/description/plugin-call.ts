/** A function of a plug-in to be called, and what with; plain data. */
export interface PluginCall {
  /** `trait.render`, `step.check` and so on. */
  readonly function: string;
  /** The name of the entry it belongs to. */
  readonly entry: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a function of a plug-in asks while it runs: a function of its context, and the arguments. */
export interface PluginQuestion {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Calls the pure functions of one plug-in. Throws a TerminalError that names the plug-in when one of them fails. */
export interface PluginCalls {
  call(call: PluginCall, respond?: (question: PluginQuestion) => unknown): unknown;
}
