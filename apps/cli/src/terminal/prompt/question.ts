/** One of the things to choose from. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Shown beside the label if there is room. */
  readonly hint?: string;
}

interface QuestionBase {
  /** Names the question among all of an interview: `component.1.image`. */
  readonly id: string;
  /** What gives the answer on the command line: `--image`. */
  readonly flag: string;
  readonly message: string;
  readonly help?: string;
  /**
   * Where the questions are that this one opens. An answer to one below, given beforehand, implies yes, or
   * the option it is below: `component.1.traits.envs.1.name` picks `envs` of what opens `component.1.traits`.
   */
  readonly opens?: string;
}

/** Why a value will not do, as a sentence; undefined when it will. */
export type Check = (value: string) => string | undefined;

/** Asks for a line of text. */
export interface TextQuestion extends QuestionBase {
  readonly kind: 'text';
  /** What an empty line means. */
  readonly default?: string;
  /** Whether the answer may be empty. */
  readonly optional?: boolean;
  readonly example?: string;
  readonly check?: Check;
}

/** Asks for a text that is never shown, stored in a draft, or given a default. */
export interface SecretQuestion extends QuestionBase {
  readonly kind: 'secret';
  readonly check?: Check;
}

/** Asks for a yes or a no. */
export interface ConfirmQuestion extends QuestionBase {
  readonly kind: 'confirm';
  readonly default: boolean;
}

/** Asks for one of several. */
export interface SelectQuestion extends QuestionBase {
  readonly kind: 'select';
  readonly options: readonly Choice[];
  readonly default?: string;
}

/** Asks for any number of several. */
export interface MultiSelectQuestion extends QuestionBase {
  readonly kind: 'multi-select';
  readonly options: readonly Choice[];
  readonly default: readonly string[];
}

/** Everything that can be asked. */
export type Question = TextQuestion | SecretQuestion | ConfirmQuestion | SelectQuestion | MultiSelectQuestion;
