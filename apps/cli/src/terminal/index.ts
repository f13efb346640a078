/**
 * What every command gets instead of the process: `CommandContext` with terminal, environment variables, language,
 * clock and global options. Also output formats (`print`, `printList`), questions (`withPrompter`, each with a flag,
 * so that no command needs a terminal), errors with exit codes (`CliError`, `reportError`) and files of the user
 * (`replaceFile` writes all or nothing). Loaded for every command line, therefore light: what `--help` does not need
 * is imported on demand.
 */
export type { CommandContext, ProcessEnvironment } from './command-context.ts';
export { type ConfigDirectory, configDirectory } from './config-directory.ts';
export { formatDuration } from './duration.ts';
export { CliError, type CliErrorDetails, ExitCode, type ForeignExit, failureReason } from './errors/cli-error.ts';
export { formatProblems } from './errors/problems.ts';
export { exitCodeForStatus, reportError } from './errors/report-error.ts';
export { type InputText, readInput, STDIO } from './input-text.ts';
export { translateForeignTo } from './language/foreign.ts';
export { chooseLanguage, inAllLanguages, type Translate, translateTo } from './language/language.ts';
export { sentMessage, translateSent } from './language/sent-message.ts';
export { LiveRegion } from './live-region.ts';
export { refuseExisting, writeNewFile } from './new-file.ts';
export { displayWidth, padDisplay } from './output/display-width.ts';
export { OUTPUT_FORMATS } from './output/output-format.ts';
export {
  type Column,
  type Listing,
  type Printable,
  print,
  printList,
  type Table,
  tableText,
  toTable,
} from './output/printer.ts';
export { formatTable } from './output/table.ts';
export { watchListing } from './output/watch-listing.ts';
export { readPassphrase } from './passphrase.ts';
export { PREFERENCE_NAMES, type PreferenceName, readPreferences, writePreferences } from './preferences.ts';
export { type NextCommand, nextCommands, printMessage, typedPath, wrapText } from './print-message.ts';
export { readPrivateJson, writePrivateJson } from './private-json.ts';
export { saveCompileCache, useCompileCache, VERSION, waitForAbort } from './program.ts';
export type { AnswerValue, Prompter } from './prompt/answer.ts';
export { Flow } from './prompt/flow.ts';
export { DefaultPrompter, type GivenAnswers, GivenPrompter } from './prompt/given-prompter.ts';
export type { Keyboard } from './prompt/keyboard.ts';
export type { Question } from './prompt/question.ts';
export { readAnswer } from './prompt/read-answer.ts';
export { confirm, withPrompter } from './prompt/with-prompter.ts';
export { createFileOnce, replaceFile, updateFile } from './replace-file.ts';
export { createStyle, type Style } from './style.ts';
export { type Environment, processTerminal, type Terminal } from './terminal.ts';
export { unwritableFile } from './unwritable-file.ts';
