import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type Clock, toError } from '@kubemin/base';
import { readFunctionCode, withFunctions } from '../functions/index.ts';
import { functionMessages } from '../messages/index.ts';
import { DEFAULT_NAMESPACE } from '../pods/index.ts';
import { type CommandContext, ExitCode, reportError } from '../terminal/index.ts';
import { type DeployCodeOptions, deployCode, type FunctionTarget } from './fn-deploy.ts';
import { followFunctionLogs, logRequest } from './fn-logs.ts';

/** How long files must rest before they are deployed: editors write several at once. */
const DEBOUNCE_MS = 150;
/** Files that editors write beside the one that is saved. */
const EDITOR_FILE = /(?:^|\/)(?:\.[^/]*\.sw[px]|4913|[^/]*~)$/;

/** `kubemin fn dev`: deploys, then deploys again after each saved change, with the logs, until Ctrl-C. */
export async function developFunction(context: CommandContext, options: DeployCodeOptions): Promise<ExitCode> {
  const path = options.path ?? '.';
  // Before anything is watched or written: what is wrong with the path or the options ends the command.
  const code = await readFunctionCode(context, path, options);
  return withFunctions(context, options, async (client, access) => {
    const deployed = await deployCode(context, { client, access }, { ...options, ...DEPLOYED_CODE, code });
    if (deployed === undefined) return ExitCode.interrupted;
    const { name, namespace = DEFAULT_NAMESPACE, url } = deployed;
    const { terminal, translate, interrupted } = context;
    if (url !== undefined) terminal.err(`${url}\n`);
    const files = new SavedFiles(context, path);
    try {
      terminal.err(`${translate(functionMessages.watching({ path }))}\n`);
      const request = logRequest(interrupted, { tail: 0, since: undefined });
      await Promise.all([
        followFunctionLogs(context, client, { name, namespace, timestamps: false, request }),
        deployChanges(context, { client, access }, { ...options, path, name, files, last: code.bytes }),
      ]);
      return ExitCode.interrupted;
    } finally {
      files.close();
    }
  });
}

const DEPLOYED_CODE = { image: undefined, port: undefined, wait: true } as const;

interface ChangingCode extends DeployCodeOptions {
  readonly path: string;
  readonly files: SavedFiles;
  /** The code that is deployed. */
  readonly last: Uint8Array;
}

/** Deploys the code whenever files change. A failure is printed; the next change is another attempt. */
async function deployChanges(
  context: CommandContext,
  target: FunctionTarget,
  { files, last: deployed, ...options }: ChangingCode,
): Promise<void> {
  const { interrupted, terminal, translate } = context;
  let last = deployed;
  for (;;) {
    const changed = await files.next(interrupted);
    if (changed === undefined) return;
    try {
      const code = await readFunctionCode(context, options.path, options);
      if (Buffer.compare(last, code.bytes) === 0) continue;
      last = code.bytes;
      terminal.err(`${translate(functionMessages.changed({ path: changed }))}\n`);
      await deployCode(context, target, { ...options, ...DEPLOYED_CODE, code });
    } catch (error) {
      if (interrupted.aborted) return;
      reportError(toError(error), context);
    }
  }
}

/** The files of a directory, or one file, from the moment this is made. */
class SavedFiles {
  readonly #watcher: FSWatcher;
  readonly #clock: Clock;
  #changed: string | undefined;
  #resting = Promise.withResolvers<void>();
  #cancel: () => void = () => undefined;

  constructor({ cwd, clock }: Pick<CommandContext, 'cwd' | 'clock'>, path: string) {
    const place = resolve(cwd, path);
    const isDirectory = statSync(place).isDirectory();
    this.#clock = clock;
    // Editors replace a file by another one: its directory is what lasts.
    const directory = isDirectory ? place : dirname(place);
    this.#watcher = watch(directory, { recursive: isDirectory }, (_event, name) => {
      if (isDirectory || name === basename(place)) this.#note(name ?? path);
    });
    // A directory that was deleted while it is watched; the next deployment names it.
    this.#watcher.on('error', () => this.#note(path));
  }

  #note(file: string): void {
    if (EDITOR_FILE.test(file)) return;
    this.#changed = file;
    this.#cancel();
    this.#cancel = this.#clock.after(DEBOUNCE_MS, () => this.#resting.resolve());
  }

  /** The name of a changed file, once files have changed and rest again; undefined when the signal aborts. */
  async next(signal: AbortSignal): Promise<string | undefined> {
    const stop = (): void => this.#resting.resolve();
    signal.addEventListener('abort', stop, { once: true });
    try {
      if (!signal.aborted) await this.#resting.promise;
    } finally {
      signal.removeEventListener('abort', stop);
    }
    this.#resting = Promise.withResolvers();
    return signal.aborted ? undefined : this.#changed;
  }

  close(): void {
    this.#cancel();
    this.#watcher.close();
  }
}
