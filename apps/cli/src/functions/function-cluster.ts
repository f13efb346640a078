import { type FunctionObject, functions } from '@kubemin/functions';
import type { ClusterAccess, KubeClient } from '@kubemin/kube';
import { type ClusterOptions, choosePlatform, readEndpoints } from '../connection/index.ts';
import { functionMessages } from '../messages/index.ts';
import { DEFAULT_NAMESPACE, isNotFound, toCommandError, withCluster } from '../pods/index.ts';
import { CliError, type CommandContext, ExitCode } from '../terminal/index.ts';

/** Options of commands about functions. */
export interface FunctionOptions extends ClusterOptions {
  readonly namespace: string | undefined;
}

/** Does something with the functions of the selected cluster. A cluster without their definitions is an error of its own. */
export function withFunctions<T>(
  context: CommandContext,
  options: ClusterOptions,
  use: (client: KubeClient, access: ClusterAccess) => Promise<T>,
): Promise<T> {
  return withCluster(context, options, async (client, access) => {
    try {
      return await use(client, access);
    } catch (error) {
      if (isNotFound(error) && !(await servesFunctions(client))) throw notServed(error);
      throw error;
    }
  });
}

async function servesFunctions(client: KubeClient): Promise<boolean> {
  try {
    await client.resource(functions, DEFAULT_NAMESPACE).list({ limit: 1 });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw toCommandError(error);
  }
}

function notServed(cause?: unknown): CliError {
  return new CliError(functionMessages.notServed, {
    code: 'FUNCTIONS_NOT_SERVED',
    exitCode: ExitCode.notFound,
    hint: functionMessages.startServing,
    cause,
  });
}

/** A function that must be there. Throws a CliError FUNCTION_NOT_FOUND or FUNCTIONS_NOT_SERVED. */
export async function getFunction(
  { interrupted: signal }: Pick<CommandContext, 'interrupted'>,
  client: KubeClient,
  { name, namespace }: { readonly name: string; readonly namespace: string },
): Promise<FunctionObject> {
  const found = await client.resource(functions, namespace).find(name, { signal });
  if (found !== undefined) return found;
  if (!(await servesFunctions(client))) throw notServed();
  throw new CliError(functionMessages.notFound({ name, namespace }), {
    code: 'FUNCTION_NOT_FOUND',
    exitCode: ExitCode.notFound,
    hint: functionMessages.listFunctions,
  });
}

/** What is known about where the gateway is. */
export interface GatewayChoice extends ClusterOptions {
  /** The value of `--gateway`. */
  readonly gateway: string | undefined;
}

/**
 * The URL of the gateway without a path: the one that was named, else that of the selected platform. Undefined where
 * neither is known, as with the cluster of a kubeconfig that was named.
 */
export async function findGateway(
  context: CommandContext,
  { gateway, kubeconfig, kubeContext }: GatewayChoice,
): Promise<string | undefined> {
  if (gateway !== undefined) return gatewayOrigin(gateway);
  if (kubeconfig !== undefined || kubeContext !== undefined) return undefined;
  const chosen = await choosePlatform(context);
  if (chosen.kind === 'address') return undefined;
  return (await readEndpoints(chosen.directory.endpoints))?.functions;
}

function gatewayOrigin(url: string): string {
  const parsed = URL.parse(url);
  if (parsed !== null && /^https?:$/.test(parsed.protocol)) return parsed.origin;
  throw new CliError(functionMessages.invalidGateway({ url }), {
    code: 'GATEWAY_INVALID',
    exitCode: ExitCode.usage,
    hint: functionMessages.nameGateway,
  });
}

/** The error for commands that cannot go on without the gateway. */
export function gatewayUnknown(): CliError {
  return new CliError(functionMessages.noGateway, {
    code: 'GATEWAY_UNKNOWN',
    exitCode: ExitCode.notFound,
    hint: functionMessages.nameGateway,
  });
}

/** The path of a function at the gateway; those of the default namespace have a short one. */
export function functionPath(namespace: string, name: string): string {
  return namespace === DEFAULT_NAMESPACE ? `/functions/${name}` : `/functions/${namespace}/${name}`;
}
