import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { isRecord, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { PluginCall } from '../description/index.ts';
import { describePlugin } from './describe-plugin.ts';
import {
  type CallMessage,
  type CallReply,
  type FromThread,
  isToThread,
  type ThreadData,
  toPlainError,
} from './protocol.ts';
import { type Ask, executePureCall } from './pure-calls.ts';
import { executeRun } from './run-context.ts';

type Entry = Readonly<Record<string, unknown>>;

/**
 * Loads the plug-in that `data` names and serves its parent until the thread is stopped. What the plug-in throws outside
 * its promises ends the thread: the parent is notified of that by the thread's end.
 */
export async function runPluginThread(parent: MessagePort, data: ThreadData): Promise<never> {
  const send = (message: FromThread): void => parent.postMessage(message);
  const loading = loadPlugin(data.module);
  serveRuns(parent, loading);
  if (data.calls !== undefined) serveCalls(data.calls, loading);
  try {
    const { description } = await loading;
    send({ kind: 'loaded', description });
  } catch (error) {
    send({ kind: 'refused', error: toPlainError(error) });
  }
  setInterval(() => send({ kind: 'alive' }), data.heartbeatMs);
  return new Promise<never>(() => undefined);
}

async function loadPlugin(module: string) {
  const exported: Entry = await import(module);
  const plugin: unknown = exported.default;
  const description = describePlugin(plugin);
  return { plugin: isRecord(plugin) ? plugin : {}, description };
}

type Loading = ReturnType<typeof loadPlugin>;

function serveCalls({ port, wake }: NonNullable<ThreadData['calls']>, loading: Loading): void {
  const counts = new Int32Array(wake);
  const reply = (message: CallReply): void => {
    port.postMessage(message);
    Atomics.add(counts, 0, 1);
    Atomics.notify(counts, 0);
  };
  const execute = (plugin: Entry, call: PluginCall): void => {
    try {
      reply({ kind: 'value', value: executePureCall(plugin, call, askFor(plugin)) });
    } catch (error) {
      reply({ kind: 'error', error: toPlainError(error) });
    }
  };
  const askFor =
    (plugin: Entry): Ask =>
    (name, ...args) => {
      reply({ kind: 'question', question: { name, args } });
      for (;;) {
        const seen = Atomics.load(counts, 1);
        const message: CallMessage | undefined = receiveMessageOnPort(port)?.message;
        if (message?.kind === 'response') return message.value;
        if (message?.kind === 'refusal')
          throw new TerminalError(verbatim(message.message), { code: 'PLUGIN_CALL_REFUSED' });
        // What was asked for may need other functions of this plug-in: the parent waits for them before it responds.
        if (message?.kind === 'call') execute(plugin, message.call);
        if (message === undefined) Atomics.wait(counts, 1, seen);
      }
    };
  port.on('message', async (message: CallMessage) => {
    if (message.kind !== 'call') return;
    try {
      const { plugin } = await loading;
      execute(plugin, message.call);
    } catch (error) {
      reply({ kind: 'error', error: toPlainError(error) });
    }
  });
}

function serveRuns(parent: MessagePort, loading: Loading): void {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  const abort = new AbortController();
  const send = (message: FromThread): void => parent.postMessage(message);
  let requests = 0;
  const request = (method: string, ...args: readonly unknown[]): Promise<unknown> => {
    requests += 1;
    const waiting = Promise.withResolvers<unknown>();
    open.set(requests, waiting);
    send({ kind: 'request', id: requests, method, args });
    return waiting.promise;
  };
  parent.on('message', async (message: unknown) => {
    if (!isToThread(message)) return;
    if (message.kind === 'abort') return abort.abort();
    if (message.kind === 'reply') {
      const waiting = open.get(message.id);
      open.delete(message.id);
      if (message.error === undefined) waiting?.resolve(message.value);
      else waiting?.reject(Object.assign(new Error(message.error.message), message.error));
      return;
    }
    try {
      const { plugin } = await loading;
      const log = (text: string): void => send({ kind: 'log', text });
      send({ kind: 'done', value: await executeRun(plugin, message.call, { request, log, signal: abort.signal }) });
    } catch (error) {
      send({ kind: 'failed', error: toPlainError(error) });
    }
  });
}
