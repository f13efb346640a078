import { isRecord, TerminalError } from '@kubemin/base';
import { containerdMessages } from '../messages/index.ts';
import type { ContainerConfig } from '../runtime/index.ts';
import { containerd } from './api/index.ts';
import type { GrpcClient } from './grpc/index.ts';

/** What containerd makes a container of, as the Open Container Initiative specifies it. */
export type ContainerSpec = Readonly<Record<string, unknown>> & {
  readonly process: Readonly<Record<string, unknown>>;
};

/** The specification of a container, and its type. */
export async function readContainerSpec(
  client: GrpcClient,
  id: string,
): Promise<{ readonly spec: ContainerSpec; readonly typeUrl: string }> {
  const { container } = await client.call(containerd.getContainer, { id });
  const spec: unknown = JSON.parse(container?.spec?.value?.toString() ?? 'null');
  if (!isRecord(spec) || !isRecord(spec.process)) {
    throw new TerminalError(containerdMessages.noProcess({ id }), { code: 'NO_PROCESS' });
  }
  return { spec: { ...spec, process: spec.process }, typeUrl: container?.spec?.typeUrl ?? '' };
}

/**
 * Changes what the interface for runtimes cannot state, before a container is started: it has the groups of its configuration alone, where
 * containerd adds those that its image gives the user, and a limit of processes.
 */
export async function completeContainerSpec(client: GrpcClient, id: string, config: ContainerConfig): Promise<void> {
  const { spec, typeUrl } = await readContainerSpec(client, id);
  const { user = {} } = spec.process;
  const { linux = {} } = spec;
  if (!isRecord(user) || !isRecord(linux)) return;
  const groups = [...new Set([config.user.gid, ...config.user.groups])];
  const { processLimit } = config.resources;
  const found = Array.isArray(user.additionalGids) ? user.additionalGids : [];
  const isSame = found.length === groups.length && groups.every((group) => found.includes(group));
  if (isSame && processLimit === undefined) return;
  const resources = isRecord(linux.resources) ? linux.resources : {};
  const changed = {
    ...spec,
    process: { ...spec.process, user: { ...user, additionalGids: groups } },
    ...(processLimit !== undefined && {
      linux: { ...linux, resources: { ...resources, pids: { limit: Math.floor(processLimit) } } },
    }),
  };
  await client.call(containerd.updateContainer, {
    container: { id, spec: { typeUrl, value: Buffer.from(JSON.stringify(changed)) } },
    updateMask: { paths: ['spec'] },
  });
}
