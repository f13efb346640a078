import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What a child has measured, by name. */
export type Values = Readonly<Record<string, number>>;

interface Reply {
  readonly values?: Values;
  readonly error?: string;
}

/** User, network and mount namespaces of their own: without a way out, and without a change to those of the machine. */
const NAMESPACES = ['--user', '--map-root-user', '--net', '--mount', '--propagation', 'private'];

/** A script in namespaces of its own, which measures one thing at a time when it is asked to. To be stopped by the caller. */
export class NamespaceChild {
  readonly #process: ChildProcess;
  readonly #script: string;

  constructor(script: string, settings: Readonly<Record<string, unknown>> = {}) {
    this.#script = script;
    const path = fileURLToPath(new URL(script, import.meta.url));
    const node = [process.execPath, '--disable-warning=ExperimentalWarning', path, JSON.stringify(settings)];
    this.#process = spawn('unshare', [...NAMESPACES, ...node], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  }

  /** One question at a time. */
  async ask(question: string): Promise<Values> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const onExit = (): void => reject(new Error(`${this.#script} has ended: see its output`));
    this.#process.once('message', (reply: Reply) => resolve(reply)).once('exit', onExit);
    this.#process.send(question, (error) => error && reject(error));
    const { values, error } = await promise;
    this.#process.off('exit', onExit);
    if (values === undefined) throw new Error(`${this.#script}, ${question}: ${error}`);
    return values;
  }

  async stop(): Promise<void> {
    if (this.#process.connected) this.#process.disconnect();
    const { exitCode, signalCode } = this.#process;
    if (exitCode === null && signalCode === null) await once(this.#process, 'exit');
  }
}

/** The side of the child: measures what it is asked for until the parent disconnects, then closes what it has opened. */
export function serveRequests(
  measurements: Readonly<Record<string, () => Promise<Values>>>,
  close: () => Promise<void> = async () => undefined,
): void {
  process.on('message', async (question) => {
    const measure = measurements[String(question)];
    try {
      process.send?.({ values: await measure?.() });
    } catch (error) {
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.on('disconnect', () => void close().finally(() => process.exit()));
}

/** The settings that the parent gave. */
export function childSettings<T>(): T {
  return JSON.parse(process.argv[2] ?? '{}');
}
