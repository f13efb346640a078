import { isJsonObject, type JsonObject } from '@kubemin/kubeapi';

/** What something uses, as a kubelet measured it. */
export interface Usage {
  readonly time: string;
  readonly cpuNanoCores: number;
  readonly memoryBytes: number;
}

/** The resource usage that a kubelet reports for its node and pods. */
export interface NodeSummary {
  readonly node: Usage | undefined;
  readonly pods: readonly PodSummary[];
}

/** What the containers of one pod use; those that were not measured yet are left out. */
export interface PodSummary {
  readonly namespace: string;
  readonly name: string;
  readonly containers: readonly { readonly name: string; readonly usage: Usage }[];
}

/** Parses a response of `/stats/summary`; an invalid one counts as no measurements. */
export function readSummary(value: unknown): NodeSummary {
  const { node, pods } = isJsonObject(value) ? value : {};
  return { node: parseUsage(node), pods: objects(pods).flatMap((pod) => podSummary(pod) ?? []) };
}

function podSummary({ podRef, containers }: JsonObject): PodSummary | undefined {
  const { namespace, name } = isJsonObject(podRef) ? podRef : {};
  if (typeof namespace !== 'string' || typeof name !== 'string') return undefined;
  const measured = objects(containers).flatMap((container) => {
    const usage = parseUsage(container);
    return usage === undefined || typeof container.name !== 'string' ? [] : [{ name: container.name, usage }];
  });
  return { namespace, name, containers: measured };
}

function parseUsage(value: unknown): Usage | undefined {
  if (!isJsonObject(value) || !isJsonObject(value.cpu) || !isJsonObject(value.memory)) return undefined;
  const { time, usageNanoCores } = value.cpu;
  const { workingSetBytes } = value.memory;
  if (typeof usageNanoCores !== 'number' || typeof workingSetBytes !== 'number') return undefined;
  return { time: String(time), cpuNanoCores: usageNanoCores, memoryBytes: workingSetBytes };
}

function objects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
