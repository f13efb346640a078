import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import { type Message, verbatim } from '@kubemin/base/message';
import type { PluginCall, PluginCalls, PluginDescription, PluginQuestion } from '../description/index.ts';
import { pluginMessages } from '../messages/index.ts';
import { type CallReply, isFromThread } from '../thread/index.ts';
import { pluginError, startThread, type ThreadOptions, threadFault } from './thread-options.ts';

/** After so many failures in a row a plug-in is not called for a while: each of them blocks this process. */
const MOST_FAILURES = 3;
const PAUSE_MS = 60_000;

interface Running {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly counts: Int32Array;
  /** Undefined until the module is loaded. */
  loaded: boolean;
}

/**
 * The thread of a plug-in for pure calls. A call blocks this process until the thread replies, at most for the limit: the
 * functions that are called this way are part of reading and rendering documents, which is synchronous. A thread that
 * does not reply is stopped, and the next call starts another.
 */
export class PluginThread implements PluginCalls {
  readonly #source: string;
  readonly #module: string;
  readonly #options: ThreadOptions;
  #name: string;
  #running: Running | undefined;
  #failures = 0;
  #pausedUntil = 0;
  #lastFailure: Message = verbatim('');

  constructor(module: { readonly source: string; readonly module: string }, options: ThreadOptions) {
    this.#source = module.source;
    this.#name = module.source;
    this.#module = module.module;
    this.#options = options;
  }

  /** Loads the module and describes it. Rejects with a TerminalError that states why it cannot be loaded. */
  async load(): Promise<PluginDescription> {
    const { limits, clock } = this.#options;
    const running = this.#start();
    const { worker } = running;
    const ended = Promise.withResolvers<PluginDescription>();
    const fail = (reason: Message): void => ended.reject(pluginError(this.#source, 'load', reason));
    const stop = clock.after(limits.loadMs, () => fail(pluginMessages.loadTooSlow({ seconds: limits.loadMs / 1000 })));
    worker.on('message', (message: unknown) => {
      if (!isFromThread(message)) return;
      if (message.kind === 'loaded') ended.resolve(message.description);
      if (message.kind === 'refused') {
        const { name, text, message: reason } = message.error;
        fail(text ?? pluginMessages.loadFailed({ reason: name === 'Error' ? reason : `${name}: ${reason}` }));
      }
    });
    worker.once('error', (error) => fail(threadFault(error, limits)));
    worker.once('exit', (code) => fail(pluginMessages.exited({ code })));
    // The process waits for this, however it was started.
    worker.ref();
    try {
      const description = await ended.promise;
      this.#name = description.name;
      running.loaded = true;
      return description;
    } catch (error) {
      this.close();
      throw error;
    } finally {
      stop();
      worker.unref();
    }
  }

  call(call: PluginCall, respond: (question: PluginQuestion) => unknown = () => undefined): unknown {
    const { clock } = this.#options;
    if (this.#failures >= MOST_FAILURES && clock.monotonic() < this.#pausedUntil) {
      const seconds = PAUSE_MS / 1000;
      throw this.#error(call, pluginMessages.paused({ failures: this.#failures, seconds, reason: this.#lastFailure }));
    }
    const running = this.#running ?? this.#start();
    running.port.postMessage({ kind: 'call', call });
    // The thread may wait for the response to a question, of which this call is a part.
    wakeThread(running);
    const reply = this.#waitForReply(running, call, respond);
    this.#failures = 0;
    if (reply.kind === 'value') return reply.value;
    throw this.#error(call, verbatim(reply.kind === 'error' ? reply.error.message : ''));
  }

  close(): void {
    const running = this.#running;
    this.#running = undefined;
    void running?.worker.terminate();
    running?.port.close();
  }

  #waitForReply(running: Running, call: PluginCall, respond: (question: PluginQuestion) => unknown): CallReply {
    const { limits, clock } = this.#options;
    const { port, counts } = running;
    const limit = running.loaded ? limits.callMs : limits.callMs + limits.loadMs;
    const deadline = clock.monotonic() + limit;
    const refusals: unknown[] = [];
    for (;;) {
      const seen = Atomics.load(counts, 0);
      const reply: CallReply | undefined = receiveMessageOnPort(port)?.message;
      if (reply?.kind === 'question') {
        this.#respond(running, reply.question, respond, refusals);
        // A call that was part of the response has stopped the thread.
        if (this.#running !== running && refusals.length > 0) throw refusals[0];
      } else if (reply !== undefined) {
        running.loaded = true;
        // What the plug-in asked for could not be had: that is the error, whatever the plug-in made of it.
        if (refusals.length > 0) throw refusals[0];
        return reply;
      } else {
        const left = deadline - clock.monotonic();
        if (left <= 0) throw this.#fail(call, limit);
        Atomics.wait(counts, 0, seen, left);
      }
    }
  }

  #respond(
    running: Running,
    question: PluginQuestion,
    respond: (question: PluginQuestion) => unknown,
    refusals: unknown[],
  ): void {
    const { port } = running;
    try {
      port.postMessage({ kind: 'response', value: respond(question) });
    } catch (error) {
      refusals.push(error);
      port.postMessage({ kind: 'refusal', message: error instanceof Error ? error.message : String(error) });
    }
    wakeThread(running);
  }

  #fail(call: PluginCall, limitMs: number): Error {
    this.close();
    this.#failures += 1;
    this.#pausedUntil = this.#options.clock.monotonic() + PAUSE_MS;
    this.#lastFailure = pluginMessages.callTooSlow({ seconds: limitMs / 1000 });
    const error = this.#error(call, this.#lastFailure);
    this.#options.logger.error('a plug-in was stopped', {
      plugin: this.#name,
      entry: call.entry,
      error: error.message,
    });
    return error;
  }

  #error(call: PluginCall, reason: Message): Error {
    const [kind = ''] = call.function.split('.');
    return pluginError(this.#name, `${kind} "${call.entry}"`, reason);
  }

  #start(): Running {
    const { port1: port, port2 } = new MessageChannel();
    const wake = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
    const data = { module: this.#module, calls: { port: port2, wake }, heartbeatMs: 60_000 };
    const worker = startThread(this.#name, data, this.#options);
    const running: Running = { worker, port, counts: new Int32Array(wake), loaded: false };
    // Without a listener, an error of the thread would be one of this process.
    worker.on('error', (error) => {
      if (this.#running === running) this.#running = undefined;
      const { limits, logger } = this.#options;
      logger.error('the thread of a plug-in ended', { plugin: this.#name, error: threadFault(error, limits).message });
    });
    this.#running = running;
    return running;
  }
}

function wakeThread({ counts }: Running): void {
  Atomics.add(counts, 1, 1);
  Atomics.notify(counts, 1);
}
