import { parseQuantity, type Quantity } from '@kubemin/kubeapi';
import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';

/** What each container of the pod seems to use of processors: `250m`. @default a tenth of what it requests */
export const USAGE_CPU = 'kubemin.io/simulate-usage-cpu';
/** What each container of the pod seems to use of memory: `64Mi`. @default half of what it requests */
export const USAGE_MEMORY = 'kubemin.io/simulate-usage-memory';

/** What a container that requests nothing seems to use. */
const LEAST_CORES = 0.001;
const LEAST_BYTES = 16 * 1024 * 1024;

/** What a container seems to use. */
export interface ContainerUsage {
  readonly cores: number;
  readonly bytes: number;
}

/** What a running container of a simulated pod seems to use: as its pod's annotations say, or a part of its requests. */
export function usageOf({ metadata }: Pod, { resources }: Container): ContainerUsage {
  const { annotations = {} } = metadata;
  const { requests = {} } = resources ?? {};
  const cores = read(annotations[USAGE_CPU]) ?? (read(requests.cpu)?.toNumber() ?? 0) * 0.1;
  const bytes = read(annotations[USAGE_MEMORY]) ?? (read(requests.memory)?.toNumber() ?? 0) * 0.5;
  return {
    cores: typeof cores === 'number' ? Math.max(LEAST_CORES, cores) : cores.toNumber(),
    bytes: typeof bytes === 'number' ? Math.max(LEAST_BYTES, bytes) : bytes.toNumber(),
  };
}

/** Undefined for what nobody can read, as for what is not there. */
function read(text: string | undefined): Quantity | undefined {
  if (text === undefined) return undefined;
  try {
    return parseQuantity(text);
  } catch {
    return undefined;
  }
}
