/**
 * All commands (`COMMANDS`, in the order of help) and `runCli`, which runs one command line and returns the exit code;
 * errors are printed there and not thrown. A declaration (`*.command.ts`) imports its implementation in `load`, so
 * that `--help` loads none of them; `scripts/start-up.test.ts` checks that. No other module imports this one.
 */
export { COMMANDS } from './commands.ts';
export { runCli } from './run-cli.ts';
