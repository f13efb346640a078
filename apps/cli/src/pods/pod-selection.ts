import type { Application, PlatformClient } from '@kubemin/client';
import type { KubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import { LABEL } from '@kubemin/render';
import { type ClusterOptions, connect, findApplication, meantApplication } from '../connection/index.ts';
import { applicationMessages, podMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode } from '../terminal/index.ts';

/** Which pods are meant: one by its name, or those of an application. */
export type PodSelection =
  | { readonly kind: 'pod'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'application'; readonly namespace: string; readonly labelSelector: string };

const POD = /^pods?\/(.+)$/;

/** Options of commands about pods. */
export interface PodRequest extends ClusterOptions {
  readonly target: string | undefined;
  readonly namespace: string | undefined;
}

/** Reads `pod/NAME`, `APP` and `APP/COMPONENT`; without anything, the application of this directory is meant. */
export async function selectPods(
  context: CommandContext,
  { target, namespace = 'default', kubeconfig, kubeContext }: PodRequest,
): Promise<PodSelection> {
  const name = POD.exec(target ?? '')?.[1];
  if (name !== undefined) return { kind: 'pod', namespace, name };
  const [app, component] = (await meantApplication(context, target)).split('/', 2);
  const { client } = await connect(context);
  const application = await findApplication(client, app ?? '');
  if (component !== undefined) await requireComponent(client, application, component);
  const { cluster } = application;
  if (kubeconfig === undefined && kubeContext === undefined && cluster !== DEFAULT_CLUSTER) {
    throw new CliError(podMessages.elsewhere({ app: application.name, cluster }), {
      code: 'OTHER_CLUSTER',
      exitCode: ExitCode.usage,
      hint: podMessages.itsKubeconfig,
    });
  }
  const labels = [
    `${LABEL.appId}=${application.id}`,
    ...(component === undefined ? [] : [`${LABEL.componentName}=${component}`]),
  ];
  return { kind: 'application', namespace: application.namespace, labelSelector: labels.join(',') };
}

/** A name that is misspelt looks like a component that is down otherwise. */
async function requireComponent(client: PlatformClient, { id, name }: Application, component: string): Promise<void> {
  const { components } = await client.getApplication(id);
  const names = components.map((each) => each.name);
  if (names.includes(component)) return;
  throw new CliError(podMessages.noComponent({ app: name, component }), {
    code: 'COMPONENT_NOT_FOUND',
    exitCode: ExitCode.notFound,
    hint: applicationMessages.thereAre({ names: names.join(', ') }),
  });
}

/** The pods that are meant, by name; throws where a single one is not there. */
export async function listSelectedPods(client: KubeClient, selection: PodSelection): Promise<readonly Pod[]> {
  const pods = client.resource(core.v1.pods, selection.namespace);
  if (selection.kind === 'pod') return [await pods.get(selection.name)];
  const { items } = await pods.list({ labelSelector: selection.labelSelector });
  return items.toSorted((one, other) => ((one.metadata.name ?? '') < (other.metadata.name ?? '') ? -1 : 1));
}
