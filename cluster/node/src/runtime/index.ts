/**
 * The interface of container runtimes, `ContainerRuntime`, shaped like the Container Runtime Interface; `../sandbox`
 * implements it. Its errors are a `RuntimeError` with a code.
 */
export type {
  ContainerConfig,
  ContainerEvent,
  ContainerImage,
  ContainerMount,
  ContainerResources,
  ContainerRuntime,
  ContainerStats,
  ContainerStatus,
  ContainerUser,
  ExecRequest,
  LogReadOptions,
  RuntimeLimitation,
  SandboxConfig,
  SandboxStatus,
  StopOptions,
} from './container-runtime.ts';
export { RootPaths } from './root-paths.ts';
export { RuntimeError, type RuntimeErrorCode } from './runtime-error.ts';
