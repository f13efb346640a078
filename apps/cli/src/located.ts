import { type Command, Option } from 'commander';

/** What commands print for people, or for programs. */
export type Output = 'table' | 'json';

/** Where the KubeMin is that a command talks to. */
export interface Located {
  readonly dataDir?: string;
}

/** For commands that talk to a running one. */
export function located(command: Command): Command {
  return command.option(
    '--data-dir <dir>',
    'data directory of the KubeMin to talk to (default: $KUBEMIN_HOME, else ./.kubemin if one runs there, else ~/.kubemin)',
  );
}

/** For commands that may answer programs. */
export function withOutput(command: Command): Command {
  return command.addOption(
    new Option('-o, --output <format>', 'what to print').choices(['table', 'json']).default('table'),
  );
}
