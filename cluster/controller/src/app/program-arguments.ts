import type { Message } from '@kubemin/base/message';
import { programMessages } from '../messages/index.ts';
import type { ConfigRow } from './config-row.ts';

/** A parsed command line. */
export interface ParsedArguments {
  /** Settings by the names of their flags, as they were typed. */
  readonly flags: ReadonlyMap<string, string>;
  /** The configuration file that `-c` or `--config` names. */
  readonly config: string | undefined;
  readonly action: 'run' | 'print-config' | 'help';
  /** Arguments that are not flags, and flags without a value. */
  readonly problems: readonly Message[];
}

const ACTIONS: Readonly<Record<string, ParsedArguments['action']>> = {
  'print-config': 'print-config',
  help: 'help',
  h: 'help',
};

/**
 * Parses a command line: `--name value`, `--name=value`, `-v 4`. A switch needs no value; the next argument is its value
 * only when it is true or false. Unknown names are kept: the reader of the configuration suggests similar ones.
 */
export function parseArguments(args: readonly string[], rows: readonly ConfigRow<unknown>[]): ParsedArguments {
  const switches = new Set(
    rows.filter(({ type }) => type.form === 'switch').flatMap(({ flag, otherFlags = [] }) => [flag, ...otherFlags]),
  );
  const flags = new Map<string, string>();
  const problems: Message[] = [];
  let config: string | undefined;
  let action: ParsedArguments['action'] = 'run';
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const { name, given } = /^--?(?<name>[a-z][a-z0-9-]*)(=(?<given>.*))?$/s.exec(word)?.groups ?? {};
    if (name === undefined) {
      problems.push(programMessages.notAFlag({ argument: word }));
      continue;
    }
    const requestedAction = ACTIONS[name];
    if (requestedAction !== undefined) {
      action = requestedAction;
      continue;
    }
    const value = given ?? (switches.has(name) ? switchValue(rest) : rest.shift());
    if (value === undefined)
      problems.push(programMessages.valueMissing({ flag: `${name.length === 1 ? '-' : '--'}${name}` }));
    else if (name === 'config' || name === 'c') config = value;
    else flags.set(name, value);
  }
  return { flags, config, action, problems };
}

function switchValue(rest: string[]): string {
  return rest[0] === 'true' || rest[0] === 'false' ? (rest.shift() ?? 'true') : 'true';
}
