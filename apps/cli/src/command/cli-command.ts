import type { Text } from '@kubemin/model';
import type { CommandContext, ExitCode, ForeignExit } from '../terminal/index.ts';
import type { OptionBundle, Parameter } from './parameter.ts';

/** Under which heading of `--help` a command stands. */
export type CommandGroup = 'start' | 'author' | 'deliver' | 'runs' | 'observe' | 'functions' | 'platform';

/** A command line that works as it stands. Help and reference show it; a test executes it. */
export interface Example {
  /** Begins with `kubemin`. */
  readonly line: string;
  /** What must be there: an application document in the directory, a running platform, or one with the demo (and the document). */
  readonly needs: 'nothing' | 'document' | 'platform' | 'demo';
  /** Takes away what other examples need, and so gets a platform of its own. @default false */
  readonly alone?: boolean;
  /** How it ends. @default ok */
  readonly exit?: ExitCode;
}

/** Arguments in their order, by the names under which the command gets them. */
export type Arguments = Readonly<Record<string, Parameter<unknown>>>;

/** Options by the names under which the command gets them. */
export type Options = Readonly<Record<string, Parameter<unknown> | OptionBundle<unknown>>>;

/** What a command gets: each argument and each option as its `read` made it. */
export type CommandInput<A extends Arguments, O extends Options> = {
  readonly [K in keyof A]: A[K] extends Parameter<infer T> ? T : never;
} & {
  readonly [K in keyof O]: O[K] extends OptionBundle<infer T> ? T : O[K] extends Parameter<infer T> ? T : never;
};

/** How a command is declared. The file of a declaration imports nothing heavy: all of them are loaded for every command line. */
export interface CommandDeclaration<A extends Arguments, O extends Options> {
  /** The words that call it: `['run', 'ls']`. */
  readonly path: readonly [string, ...string[]];
  readonly group: CommandGroup;
  /** One line, as an imperative, without a full stop. */
  readonly summary: Text;
  /** More about it, for its own `--help`. */
  readonly help?: Text;
  readonly arguments?: A;
  readonly options?: O;
  /** At least one. */
  readonly examples: readonly [Example, ...Example[]];
  /** Everything after its name is its argument, options too; it must have one argument. @default false */
  readonly passThrough?: boolean;
  /** Imports what does the work. */
  load(): Promise<(context: CommandContext, input: CommandInput<A, O>) => Promise<ExitCode | ForeignExit>>;
}

/** What was typed for one command line, by the names of the declaration. */
export interface Typed {
  argument(name: string): readonly string[];
  option(name: string): readonly string[];
  bundle(name: string): ReadonlyMap<string, readonly string[]>;
}

/** A command as the program sees it: what it takes, and how to run it with what was typed. */
export interface CliCommand {
  readonly path: readonly string[];
  readonly group: CommandGroup;
  readonly summary: Text;
  readonly help: Text | undefined;
  readonly arguments: Arguments;
  readonly options: Options;
  readonly examples: readonly Example[];
  readonly passThrough: boolean;
  run(context: CommandContext, typed: Typed): Promise<ExitCode | ForeignExit>;
}
