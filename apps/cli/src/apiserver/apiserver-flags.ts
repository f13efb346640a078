import type { InputOf } from '../command/cli-command.ts';
import type { apiserverOptions } from './apiserver-options.ts';

/** The command line of `kubemin apiserver` as it was typed: everything is text, a flag without a value is `true`. */
export type ApiserverFlags = Partial<InputOf<Readonly<Record<never, never>>, typeof apiserverOptions>>;
