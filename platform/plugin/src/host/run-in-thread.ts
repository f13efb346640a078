import { isRecord, RetryableError, TerminalError } from '@kubemin/base';
import { type Message, verbatim } from '@kubemin/base/message';
import type { PluginCall } from '../description/index.ts';
import { pluginMessages } from '../messages/index.ts';
import { type FromThread, isFromThread, type ToThread, toPlainError } from '../thread/index.ts';
import { startThread, type ThreadOptions, threadFault } from './thread-options.ts';

const HEARTBEAT_MS = 1_000;

/** Something a plug-in does that takes time. */
export interface PluginRun {
  readonly plugin: string;
  readonly module: string;
  readonly call: PluginCall;
  /** Asks the plug-in to end; its thread is stopped soon after. */
  readonly signal: AbortSignal;
  /** What the plug-in may ask for, by name. */
  readonly requests: Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;
  /** A thread that ended by an error, or that stayed blocked. */
  readonly onFault?: (reason: Message) => void;
}

/**
 * Runs it in a thread of its own, which ends with it. Rejects with a TerminalError that names the plug-in, or a
 * RetryableError where the plug-in asked for another attempt.
 */
export async function runInThread(run: PluginRun, options: ThreadOptions): Promise<unknown> {
  const { plugin, module, call, signal } = run;
  const { limits, clock, logger } = options;
  signal.throwIfAborted();
  const worker = startThread(plugin, { module, heartbeatMs: HEARTBEAT_MS }, options);
  const ended = Promise.withResolvers<unknown>();
  const send = (message: ToThread): void => worker.postMessage(message);
  const fail = (reason: Message): void => ended.reject(runError(run, reason));
  const fault = (reason: Message): void => {
    run.onFault?.(reason);
    fail(reason);
  };
  let lastSign = clock.monotonic();
  let isLoaded = false;
  const handle: { readonly [K in FromThread['kind']]: (message: Extract<FromThread, { kind: K }>) => void } = {
    loaded: () => {
      isLoaded = true;
      send({ kind: 'run', call });
    },
    refused: ({ error }) => fault(pluginMessages.loadFailed({ reason: error.message })),
    alive: () => undefined,
    log: ({ text }) => logger.info(text, { plugin, entry: call.entry }),
    request: ({ id, method, args }) => void reply(id, method, args),
    done: ({ value }) => ended.resolve(value),
    failed: ({ error }) => {
      const text = pluginMessages.failed({ plugin, entry: entryName(call), reason: verbatim(error.message) });
      ended.reject(
        error.retryable
          ? new RetryableError(text, { code: 'PLUGIN_BUSY' })
          : new TerminalError(text, { code: 'PLUGIN_FAILED' }),
      );
    },
  };
  async function reply(id: number, method: string, args: readonly unknown[]): Promise<void> {
    try {
      const value = await run.requests[method]?.(...args);
      send({ kind: 'reply', id, value });
    } catch (error) {
      send({ kind: 'reply', id, error: toPlainError(error) });
    }
  }
  worker.on('message', (message: unknown) => {
    lastSign = clock.monotonic();
    if (isFromThread(message)) dispatch(handle, message);
  });
  worker.on('error', (error) => fault(threadFault(error, limits)));
  worker.on('exit', (code) => fault(pluginMessages.exited({ code })));
  let stopWatch: () => void = () => undefined;
  const watch = (): void => {
    stopWatch = clock.after(HEARTBEAT_MS, () => {
      const limit = isLoaded ? limits.stallMs : limits.loadMs;
      if (clock.monotonic() - lastSign > limit) return fault(pluginMessages.blocked({ seconds: limit / 1000 }));
      watch();
    });
  };
  watch();
  let stopGrace: () => void = () => undefined;
  const onAbort = (): void => {
    send({ kind: 'abort' });
    stopGrace = clock.after(limits.graceMs, () => ended.reject(signal.reason));
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await ended.promise;
  } finally {
    stopWatch();
    stopGrace();
    signal.removeEventListener('abort', onAbort);
    worker.removeAllListeners('exit');
    await worker.terminate();
  }
}

function dispatch(
  handle: { readonly [K in FromThread['kind']]: (message: Extract<FromThread, { kind: K }>) => void },
  message: FromThread,
): void {
  const handler: ((each: never) => void) | undefined = isRecord(handle) ? handle[message.kind] : undefined;
  if (handler !== undefined) Reflect.apply(handler, undefined, [message]);
}

function runError({ plugin, call }: PluginRun, reason: Message): TerminalError {
  return new TerminalError(pluginMessages.failed({ plugin, entry: entryName(call), reason }), {
    code: 'PLUGIN_FAILED',
  });
}

function entryName({ function: path, entry }: PluginCall): string {
  return `${path.split('.')[0] ?? ''} "${entry}"`;
}
