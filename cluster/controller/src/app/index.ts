/**
 * The program around managers. `runProgram` is a whole process: flags, environment and configuration file, cluster
 * access, signals and exit code. `createApp` runs managers with one set of `/healthz`, `/readyz` and `/metrics`; when
 * one fails, the others are stopped. `readAppConfig` never throws and reports all problems at once. The process is a
 * parameter. This is the entry file of the subpath `app`, so it also exports names of `apiext`, `http` and `manager`.
 */

export {
  type ApiExtModule,
  type ApiExtOptions,
  type CallerAuthenticator,
  type CallerClients,
  type CallerTransports,
  callerTransports,
  createApiExt,
  type MiddlewareName,
  type PhaseViews,
  type TokenReviewAuthenticatorOptions,
  tokenReviewAuthenticator,
} from '../apiext/index.ts';
export {
  type BindAddress,
  emptyReply,
  type HttpHandler,
  type HttpReply,
  type HttpRequest,
  jsonBody,
  jsonReply,
  ProblemError,
  type RoutedRequest,
  type RouteHandler,
  type Routes,
  textReply,
} from '../http/index.ts';
export type { HealthCheck } from '../manager/index.ts';
export { type ApiExtManagerOptions, apiExtManager } from './apiext-manager.ts';
export { type App, type AppOptions, createApp, type PreparedApp } from './app.ts';
export {
  type ApiExtConfig,
  type AppConfig,
  type LeaderElectionConfig,
  type ReadConfig,
  readAppConfig,
} from './app-config.ts';
export type { ConfigFileText } from './config-file.ts';
export { type ConfigProblem, type ConfigProblemCode, formatConfigProblem } from './config-problem.ts';
export { type ConfigRow, configRow } from './config-row.ts';
export { appRows } from './config-rows.ts';
export { type ConfigSource, describeConfigSource } from './config-source.ts';
export {
  addressValue,
  booleanValue,
  type ConfigType,
  choiceValue,
  durationValue,
  listValue,
  mapValue,
  textValue,
  wholeNumberValue,
} from './config-type.ts';
export type { ConfigValues } from './config-values.ts';
export { type ControllerAppOptions, controllerApp } from './controller-app.ts';
export { printConfig } from './print-config.ts';
export { isUsageError, type ProgramOptions, type ProgramProcess, runProgram } from './program.ts';
export type { AppInput } from './read-config-values.ts';
export type { RunnableManager } from './runnable-manager.ts';
