/**
 * The interface of container runtimes, `ContainerRuntime`, shaped like the Container Runtime Interface; `../sandbox`
 * implements it. Its errors are a `RuntimeError` with a code.
 */
export type {
  ContainerConfig,
  ContainerDevice,
  ContainerEvent,
  ContainerImage,
  ContainerMount,
  ContainerResources,
  ContainerRights,
  ContainerRuntime,
  ContainerStats,
  ContainerStatus,
  ContainerUser,
  ExecRequest,
  LogReadOptions,
  RuntimeFeature,
  RuntimeLimitation,
  SandboxConfig,
  SandboxStatus,
  StopOptions,
} from './container-runtime.ts';
export { type LogFiles, type LogFormat, ROTATED_LOG, readLogFiles } from './log-reader.ts';
export { RootPaths } from './root-paths.ts';
export { RuntimeError, type RuntimeErrorCode } from './runtime-error.ts';
