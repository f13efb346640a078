import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type ChildMessage, type ChildOrder, isChildMessage, type Usage } from './child-protocol.ts';

const STOP_PATIENCE_MS = 3000;

/** How a child is started. */
export interface BenchChildOptions {
  readonly script: string;
  /** Handed over as one JSON argument. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Node's own flags. */
  readonly flags?: readonly string[];
}

/** A process under measurement. Its creator stops it. */
export class BenchChild {
  readonly #process: ChildProcess;
  readonly #pending = new Map<number, (usage: Usage) => void>();
  readonly #firstMessage: Promise<Exclude<ChildMessage, { kind: 'usage' }>>;
  #questions = 0;

  constructor({ script, settings, flags = [] }: BenchChildOptions) {
    this.#process = fork(script, [JSON.stringify(settings)], {
      execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc', ...flags],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const firstMessage = Promise.withResolvers<Exclude<ChildMessage, { kind: 'usage' }>>();
    this.#firstMessage = firstMessage.promise;
    // A child that ends early must not end the parent, also when its message is not awaited.
    this.#firstMessage.catch(() => undefined);
    this.#process.on('message', (message) => {
      if (!isChildMessage(message)) return;
      if (message.kind === 'usage') this.#pending.get(message.id)?.(message.usage);
      else firstMessage.resolve(message);
    });
    this.#process.on('error', (error) => firstMessage.reject(error));
    this.#process.on('exit', (code, signal) => {
      firstMessage.reject(
        new Error(`${script} ended before it was ready (code ${code}, signal ${signal}): see its output`),
      );
    });
  }

  /** The port it listens on, once it does. */
  async port(): Promise<number> {
    const message = await this.#firstMessage;
    if (message.kind !== 'ready') throw new Error('the child has a result, but no port');
    return message.port;
  }

  /** The result of its own measurement. */
  async result(): Promise<Readonly<Record<string, number>>> {
    const message = await this.#firstMessage;
    if (message.kind !== 'result') throw new Error('the child has a port, but no result');
    return message.values;
  }

  ask(order: ChildOrder): Promise<Usage> {
    this.#questions += 1;
    const id = this.#questions;
    return new Promise((resolve, reject) => {
      const gone = (): void => reject(new Error(`the child ended before it replied to ${order}`));
      this.#process.once('exit', gone);
      this.#pending.set(id, (usage) => {
        this.#process.off('exit', gone);
        this.#pending.delete(id);
        resolve(usage);
      });
      this.#process.send({ id, order }, (error) => error && gone());
    });
  }

  /** Children end themselves when their parent lets go of them; one that hangs is ended. */
  async stop(): Promise<void> {
    if (this.#process.connected) this.#process.disconnect();
    const force = setTimeout(() => this.#process.kill('SIGKILL'), STOP_PATIENCE_MS);
    await this.ended();
    clearTimeout(force);
  }

  async ended(): Promise<void> {
    const { exitCode, signalCode } = this.#process;
    if (exitCode === null && signalCode === null) await once(this.#process, 'exit');
  }
}
