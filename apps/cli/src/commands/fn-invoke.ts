import type { KubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import {
  callFunction,
  type FunctionOptions,
  findGateway,
  type GatewayChoice,
  gatewayUnknown,
  getFunction,
  withFunctions,
} from '../functions/index.ts';
import { functionMessages } from '../messages/index.ts';
import { DEFAULT_NAMESPACE } from '../pods/index.ts';
import {
  CliError,
  type CommandContext,
  ExitCode,
  failureReason,
  formatDuration,
  print,
  readInput,
  STDIO,
} from '../terminal/index.ts';

interface InvokeFunctionOptions extends FunctionOptions, GatewayChoice {
  readonly name: string;
  readonly data: string | undefined;
  readonly async: boolean;
  readonly revision: string | undefined;
  readonly token: string | undefined;
}

/** `kubemin fn invoke`: the result to stdout, status and time to stderr. */
export async function invokeFunction(context: CommandContext, options: InvokeFunctionOptions): Promise<ExitCode> {
  const { name, namespace = DEFAULT_NAMESPACE, revision, async: isAsync } = options;
  const { terminal, translate } = context;
  const body = await readArguments(context, options.data);
  const { gateway, token } = await withFunctions(context, options, (client) =>
    findWay(context, client, { ...options, namespace }),
  );
  const response = await callFunction(context, { gateway, namespace, name, body, token, revision, isAsync });
  const { status, durationMs, cold, location, json } = response;
  if (json === undefined) await terminal.pass('out', response.bytes);
  else await print(context, { data: json, table: `${JSON.stringify(json, null, 2)}\n`, names: [name] });
  const time = durationMs < 1000 ? `${Math.round(durationMs)}ms` : formatDuration(durationMs);
  const message = cold ? functionMessages.calledCold : functionMessages.called;
  terminal.err(`${translate(message({ status, time }))}\n`);
  if (location !== undefined) {
    const url = new URL(location, gateway).href;
    terminal.err(`${translate(functionMessages.accepted({ url }))}\n`);
  }
  return ExitCode.ok;
}

/** Arguments as the text of a JSON object, from the command line, a file or stdin. */
export async function readArguments(context: CommandContext, data = '{}'): Promise<string> {
  const file = data === STDIO ? STDIO : data.startsWith('@') ? data.slice(1) : undefined;
  const text = file === undefined ? data : (await readInput(context, file)).text;
  try {
    JSON.parse(text);
    return text;
  } catch (cause) {
    throw new CliError(functionMessages.invalidJson({ why: failureReason(cause) }), {
      code: 'ARGUMENTS_INVALID',
      exitCode: ExitCode.invalid,
      hint: functionMessages.writeJson,
      cause,
    });
  }
}

interface Way {
  readonly gateway: string;
  readonly token: string | undefined;
}

async function findWay(
  context: CommandContext,
  client: KubeClient,
  options: InvokeFunctionOptions & { readonly namespace: string },
): Promise<Way> {
  const { name, namespace } = options;
  const found = await getFunction(context, client, { name, namespace });
  const gateway = (await findGateway(context, options)) ?? originOf(found.status?.url);
  if (gateway === undefined) throw gatewayUnknown();
  const token =
    options.token ?? (found.spec.auth === 'token' ? await readToken(client, { name, namespace }) : undefined);
  return { gateway, token };
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : URL.parse(url)?.origin;
}

async function readToken(
  client: KubeClient,
  { name, namespace }: { readonly name: string; readonly namespace: string },
): Promise<string> {
  const secret = `${name}-function-token`;
  const found = await client.resource(core.v1.secrets, namespace).find(secret);
  const token = found?.data?.token;
  if (token !== undefined) return Buffer.from(token, 'base64').toString('utf8');
  throw new CliError(functionMessages.noToken({ name }), {
    code: 'FUNCTION_TOKEN_MISSING',
    exitCode: ExitCode.unauthenticated,
    hint: functionMessages.giveToken({ secret }),
  });
}
