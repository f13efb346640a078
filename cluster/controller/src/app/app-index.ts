export { type ApiExtModule, type ApiExtOptions, createApiExt } from '../apiext/apiext.ts';
export { type ApiExtManagerOptions, apiExtManager } from '../apiext/apiext-manager.ts';
export type { MiddlewareName } from '../apiext/apiext-middlewares.ts';
export {
  type CallerAuthenticator,
  type CallerClients,
  type CallerTransports,
  callerTransports,
} from '../apiext/caller-transports.ts';
export type { PhaseViews } from '../apiext/phase-views.ts';
export {
  type TokenReviewAuthenticatorOptions,
  tokenReviewAuthenticator,
} from '../apiext/token-review-authenticator.ts';
export type { BindAddress } from '../http/bind-address.ts';
export { emptyReply, jsonReply, textReply } from '../http/http-reply.ts';
export type { HttpHandler, HttpReply, HttpRequest } from '../http/http-request.ts';
export type { RoutedRequest, RouteHandler, Routes } from '../http/http-router.ts';
export { ProblemError } from '../http/problem-error.ts';
export { jsonBody } from '../http/request-body.ts';
export type { HealthCheck } from '../manager/manager-health.ts';
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
