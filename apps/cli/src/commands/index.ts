/**
 * All commands; each loads its code when it runs.
 */
export { COMMANDS } from './commands.ts';
export { runCli } from './run-cli.ts';
