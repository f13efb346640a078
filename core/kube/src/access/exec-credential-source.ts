import { type Clock, type KubeminError, RetryableError, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { CredentialSource, Credentials } from '../client/index.ts';
import { accessMessages } from '../messages/index.ts';
import type { ExecConfig } from './exec-config.ts';
import { type ExecCredential, parseExecCredential } from './exec-credential.ts';
import { type CommandResult, type RunCommand, runCommand } from './run-command.ts';

/** What credential plugins are run with. */
export interface ExecPluginOptions {
  readonly clock: Clock;
  /** The environment the plugin sees besides what the kubeconfig adds: PATH, HOME and whatever else it looks at. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** @default starts a process */
  readonly run?: RunCommand | undefined;
  /** A plugin that runs longer is killed. @default 60 s */
  readonly timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 60_000;
const MAX_QUOTED_CHARACTERS = 2_000;

/** Credentials from a program, which is run when there are none, when they expire, and when the API refuses them. */
export function execCredentialSource(config: ExecConfig, options: ExecPluginOptions): CredentialSource {
  return new ExecPlugin(config, options);
}

class ExecPlugin implements CredentialSource {
  readonly #config: ExecConfig;
  readonly #options: ExecPluginOptions;
  #last: ExecCredential | undefined;
  #running: Promise<ExecCredential> | undefined;

  constructor(config: ExecConfig, options: ExecPluginOptions) {
    this.#config = config;
    this.#options = options;
  }

  async current(): Promise<Credentials> {
    if (this.#last !== undefined && !this.#isExpired(this.#last)) return this.#last.credentials;
    // All who ask meanwhile share one run.
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    this.#last = await this.#running;
    return this.#last.credentials;
  }

  reject(credentials: Credentials): void {
    if (this.#last?.credentials === credentials) this.#last = undefined;
  }

  #isExpired({ expiresAt }: ExecCredential): boolean {
    return expiresAt !== undefined && expiresAt <= this.#options.clock.now();
  }

  async #run(): Promise<ExecCredential> {
    const { apiVersion, command, args, env } = this.#config;
    const { clock, environment, run = runCommand, timeoutMs = TIMEOUT_MS } = this.#options;
    const limit = new AbortController();
    const cancel = clock.after(timeoutMs, () =>
      limit.abort(
        new RetryableError(accessMessages.pluginTimeout({ seconds: timeoutMs / 1000 }), {
          code: 'EXEC_PLUGIN_TIMEOUT',
        }),
      ),
    );
    try {
      const all = { ...definedVariables(environment), ...env, KUBERNETES_EXEC_INFO: JSON.stringify(this.#info()) };
      const result = await run({ file: command, args, env: all }, limit.signal);
      if (result.kind === 'exited' && result.code === 0) return parseExecCredential(result.stdout, apiVersion, command);
      throw this.#failure(result);
    } finally {
      cancel();
    }
  }

  #info(): object {
    const { apiVersion, cluster } = this.#config;
    return { kind: 'ExecCredential', apiVersion, spec: { ...(cluster && { cluster }), interactive: false } };
  }

  #failure(result: CommandResult): KubeminError {
    const { command, args, installHint } = this.#config;
    const call = [command, ...args].join(' ');
    if (result.kind === 'failed' && result.missing) {
      const advice = installHint === undefined ? accessMessages.installPlugin({ command }) : verbatim(installHint);
      return new TerminalError(accessMessages.pluginMissing({ command: call, advice }), {
        code: 'EXEC_PLUGIN_MISSING',
      });
    }
    const how =
      result.kind === 'exited'
        ? accessMessages.exitCode({ code: result.code })
        : accessMessages.failed({ reason: result.reason });
    const written = result.stderr.trim().slice(-MAX_QUOTED_CHARACTERS);
    const output = written === '' ? accessMessages.empty : verbatim(written);
    return new RetryableError(accessMessages.pluginFailed({ command: call, how, output }), {
      code: 'EXEC_PLUGIN_FAILED',
    });
  }
}

function definedVariables(environment: ExecPluginOptions['environment']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
