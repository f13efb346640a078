import type { KubeClient } from '@kubemin/kube';
import { formatLabelSelector, labelSelectorFromObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod, Service } from '@kubemin/kubeapi/types/core.v1';
import { portMessages } from '../../messages/index.ts';
import { CliError, type CommandContext, ExitCode } from '../../terminal/index.ts';
import { listSelectedPods, type PodRequest, selectPods } from '../pod-selection.ts';
import { readyPod } from '../ready-pod.ts';

/** A pod whose ports are reached, and how these are called. */
export interface ReachedPod {
  readonly pod: Pod;
  /** The number of a port; throws where nothing is called so. */
  portNumber(port: number | string): number;
}

/** Finds a pod that can be reached, as it is now. */
export type PodFinder = (client: KubeClient) => Promise<ReachedPod>;

const SERVICE = /^(?:svc|services?)\/(.+)$/;

/** Reads `svc/NAME` beside what commands about pods take. */
export async function portTarget(
  context: CommandContext,
  { target, namespace, kubeconfig, kubeContext }: PodRequest & { readonly target: string },
): Promise<PodFinder> {
  const name = SERVICE.exec(target)?.[1];
  if (name !== undefined) return (client) => servicePod(client, namespace ?? 'default', name);
  const selection = await selectPods(context, { target, namespace, kubeconfig, kubeContext });
  return async (client) => {
    const pod = readyPod(await listSelectedPods(client, selection), target);
    return { pod, portNumber: (port) => podPort(pod, port) };
  };
}

async function servicePod(client: KubeClient, namespace: string, name: string): Promise<ReachedPod> {
  const service = await client.resource(core.v1.services, namespace).get(name);
  const { selector = {} } = service.spec ?? {};
  if (Object.keys(selector).length === 0) {
    throw new CliError(portMessages.noSelector({ name }), {
      code: 'SERVICE_WITHOUT_PODS',
      exitCode: ExitCode.failed,
      hint: portMessages.namePod,
    });
  }
  const labelSelector = formatLabelSelector(labelSelectorFromObject({ matchLabels: selector }));
  const { items } = await client.resource(core.v1.pods, namespace).list({ labelSelector });
  const pod = readyPod(items, `svc/${name}`);
  return { pod, portNumber: (port) => podPort(pod, behind(service, port)) };
}

/** What a port of a Service leads to. */
function behind({ metadata, spec }: Service, asked: number | string): number | string {
  const ports = spec?.ports ?? [];
  const found = ports.find(({ port, name }) => asked === port || asked === name);
  if (found !== undefined) return found.targetPort ?? found.port;
  const known = ports.map(({ port, name }) => (name === undefined ? String(port) : `${port} (${name})`));
  throw noPort(`svc/${metadata.name}`, asked, known);
}

function podPort({ metadata, spec }: Pod, asked: number | string): number {
  if (typeof asked === 'number') return asked;
  const ports = (spec?.containers ?? []).flatMap((container) => container.ports ?? []);
  const found = ports.find(({ name }) => name === asked);
  if (found !== undefined) return found.containerPort;
  const known = ports.map(({ containerPort, name }) =>
    name === undefined ? String(containerPort) : `${containerPort} (${name})`,
  );
  throw noPort(`pod/${metadata.name}`, asked, known);
}

function noPort(owner: string, asked: number | string, known: readonly string[]): CliError {
  return new CliError(portMessages.noPort({ owner, port: String(asked) }), {
    code: 'PORT_NOT_FOUND',
    exitCode: ExitCode.notFound,
    hint: known.length === 0 ? portMessages.giveNumber : portMessages.knownPorts({ ports: known.join(', ') }),
  });
}
