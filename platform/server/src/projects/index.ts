/**
 * Projects and the namespaces they are bound to. A namespace belongs to at most one bound project. `ProjectRows` reads
 * bindings inside the transaction of a save; `createProjectBindings` gives what the engine reads before each write. What a
 * binding permits is decided by `judgePlace` of the engine.
 */
export { createProjectBindings } from './project-bindings.ts';
export { ProjectRows } from './project-rows.ts';
export { ProjectService, projectHandlers } from './project-service.ts';
