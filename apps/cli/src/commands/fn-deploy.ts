import type { FunctionObject } from '@kubemin/functions';
import type { ClusterAccess, KubeClient } from '@kubemin/kube';
import { confirmForeign } from '../connection/index.ts';
import {
  type FunctionCode,
  type FunctionOptions,
  findGateway,
  functionPath,
  type GatewayChoice,
  readFunctionCode,
  readReadiness,
  waitUntilReady,
  withFunctions,
  writeFunction,
} from '../functions/index.ts';
import { formatSize } from '../images/index.ts';
import { functionMessages } from '../messages/index.ts';
import { DEFAULT_NAMESPACE } from '../pods/index.ts';
import { CliError, type CommandContext, ExitCode, formatDuration, nextCommands, print } from '../terminal/index.ts';

/** Options of commands that deploy code. */
export interface DeployCodeOptions extends FunctionOptions, GatewayChoice {
  readonly path: string | undefined;
  readonly name: string | undefined;
  readonly runtime: string | undefined;
  readonly entry: string | undefined;
  readonly env: readonly string[];
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly policy: 'waterLevel' | 'concurrency' | undefined;
  readonly profile: 'default' | 'demo' | undefined;
  readonly auth: 'open' | 'token' | undefined;
  readonly callTimeout: number | undefined;
  readonly concurrency: number | undefined;
  readonly idempotent: boolean;
}

interface DeployFunctionOptions extends DeployCodeOptions {
  readonly image: string | undefined;
  readonly port: number | undefined;
  readonly wait: boolean;
}

/** `kubemin fn deploy`: the URL of the function to stdout, all else to stderr. */
export async function deployFunction(context: CommandContext, options: DeployFunctionOptions): Promise<ExitCode> {
  const code = await readCode(context, options);
  return withFunctions(context, options, async (client, access) => {
    const deployed = await deployCode(context, { client, access }, { ...options, code });
    if (deployed === undefined) return ExitCode.interrupted;
    const { name, url } = deployed;
    await print(context, { data: deployed, table: url === undefined ? '' : `${url}\n`, names: [name] });
    if (url !== undefined) {
      const curl = `curl -d '{}' ${url}`;
      context.terminal.err(nextCommands(context, [[curl, context.translate(functionMessages.callIt)]]));
    }
    return ExitCode.ok;
  });
}

/** A function that was deployed. */
export interface DeployedFunction {
  readonly name: string;
  readonly namespace: string;
  /** Undefined where the gateway is not known. */
  readonly url: string | undefined;
}

async function readCode(context: CommandContext, options: DeployFunctionOptions): Promise<FunctionCode | undefined> {
  if (options.image === undefined) return readFunctionCode(context, options.path ?? '.', options);
  if (options.path === undefined) return undefined;
  throw new CliError(functionMessages.imageAndCode, {
    code: 'IMAGE_AND_CODE',
    exitCode: ExitCode.usage,
    hint: functionMessages.imageOrCode,
  });
}

/** The cluster that a function is deployed to. */
export interface FunctionTarget {
  readonly client: KubeClient;
  readonly access: ClusterAccess;
}

/** Deploys a function and prints how far it is; undefined where the user did not confirm. */
export async function deployCode(
  context: CommandContext,
  { client, access }: FunctionTarget,
  options: DeployFunctionOptions & { readonly code: FunctionCode | undefined },
): Promise<DeployedFunction | undefined> {
  const { code, namespace = DEFAULT_NAMESPACE, callTimeout, ...given } = options;
  const { terminal, translate, style, clock } = context;
  const name = options.name ?? code?.name ?? nameless();
  const env = options.env.map(readVariable);
  refuseRange(options);
  if (!(await confirmForeign(context, access))) return undefined;
  const began = clock.monotonic();
  const wish = { ...given, name, namespace, code, env, callTimeoutMs: callTimeout };
  const { function: written, outcome } = await writeFunction(context, client, wish);
  const { runtime } = written.spec;
  if (code !== undefined) {
    const text = functionMessages.uploaded({ files: code.files ?? 1, size: formatSize(code.bytes.length) });
    terminal.err(`${style.green('✓')} ${translate(text)}\n`);
  }
  terminal.err(`${style.green('✓')} ${translate(functionMessages[outcome]({ name, runtime }))}\n`);
  const ready = options.wait ? await waitUntilReady(context, client, written) : written;
  const readiness = readReadiness(ready);
  if (readiness.state === 'ready') {
    const time = formatDuration(clock.monotonic() - began);
    terminal.err(
      `${style.green('✓')} ${translate(functionMessages.isReadyIn({ time, revision: readiness.revision }))}\n`,
    );
  }
  return { name, namespace, url: await functionUrl(context, options, ready) };
}

async function functionUrl(
  context: CommandContext,
  choice: GatewayChoice,
  { metadata, status }: FunctionObject,
): Promise<string | undefined> {
  const gateway = await findGateway(context, choice);
  const { name = '', namespace = DEFAULT_NAMESPACE } = metadata;
  return gateway === undefined ? status?.url : `${gateway}${functionPath(namespace, name)}`;
}

function nameless(): never {
  throw new CliError(functionMessages.imageNameless, {
    code: 'FUNCTION_NAMELESS',
    exitCode: ExitCode.usage,
    hint: functionMessages.giveName,
  });
}

function readVariable(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new CliError(functionMessages.invalidEnv({ text }), {
    code: 'VARIABLE_INVALID',
    exitCode: ExitCode.usage,
    hint: functionMessages.writeEnv,
  });
}

/** Rejects a minimum above the maximum. */
export function refuseRange({ min, max }: Pick<DeployCodeOptions, 'min' | 'max'>): void {
  if (min === undefined || max === undefined || min <= max) return;
  throw new CliError(functionMessages.minOverMax({ min, max }), {
    code: 'SCALE_INVALID',
    exitCode: ExitCode.usage,
    hint: functionMessages.fixRange,
  });
}
