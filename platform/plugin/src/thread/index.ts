/**
 * The side of a plug-in: what runs in its threads. `runPluginThread` loads the module, describes it to the parent and then
 * serves pure calls (over a port on which the parent waits) and runs (jobs, steps, notifiers). It never compares
 * anything of the plug-in by identity: the plug-in has its own copies of every package.
 */
export { describePlugin } from './describe-plugin.ts';
export { runPluginThread } from './plugin-thread.ts';
export {
  type CallReply,
  type FromThread,
  isFromThread,
  type PlainError,
  type ThreadData,
  type ToThread,
  toPlainError,
} from './protocol.ts';
