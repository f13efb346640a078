/**
 * How commands are declared (`defineCommand`), found (`address`), parsed (`parseLine`), completed and described in
 * help. The declarations of all commands are loaded for each command line, so they and what they import here must stay
 * light: the implementation, the parser and bundles of options are imported on demand. Knows no command: `commands`
 * has the list.
 */
export { type Addressed, address, isUnder } from './address.ts';
export { argument, manyArguments, optionalArgument, someArguments } from './arguments.ts';
export { parseLine, parseOperands } from './build-program.ts';
export type { CliCommand, CommandInput } from './cli-command.ts';
export {
  activeRunArgument,
  appArgument,
  clusterArgument,
  clusterOptions,
  directClusterOptions,
  documentOption,
  fileArgument,
  latestRunArgument,
  lenientOption,
  linkedAppArgument,
  meantAppArgument,
  namespaceOption,
  objectFilesOption,
  passphraseFileOption,
  pluginsOption,
  resourcesArgument,
  setOption,
  templateArgument,
  userParameters,
  waitOption,
} from './common-parameters.ts';
export { type Candidate, complete, type NameKind } from './complete.ts';
export { type ApplicationSources, withApplication } from './default-application.ts';
export { defineCommand, readParameter } from './define-command.ts';
export { createContext, globalOptions, globalsAmong, mergeGlobals, readGlobals, valueForm } from './global-options.ts';
export { COMMAND_GROUPS, commandHelp, familyHelp, usageLine } from './help-text.ts';
export { loadOptions } from './load-options.ts';
export { choice, choiceList, flag, list, option, optionForm, requiredOption, turnOff } from './options.ts';
export { InvalidValue, type LoadedBundle, type OptionBundle, type Parameter, type Reader } from './parameter.ts';
export {
  type ApiField,
  apiField,
  apiHeader,
  type ComponentReplicas,
  componentReplicas,
  durationMs,
  type OpenedPage,
  openedPage,
  preferenceName,
  projectQuota,
  type QuotaAmount,
  regularExpression,
  revisionNumber,
  shellName,
  wholeNumber,
} from './readers/readers.ts';
export { SHELLS, type ShellName } from './shells.ts';
export { type NodeUsage, nodeUsage, type PodUsage, podUsage, type UsageScope } from './usage/pod-usage.ts';
export { cpuText, memoryText, shareText, sumAmounts, type UsedAmounts } from './usage/used-amounts.ts';
