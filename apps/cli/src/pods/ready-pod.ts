import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { podMessages } from '../messages/index.ts';
import { CliError, ExitCode } from '../terminal/index.ts';

/** Of several the first that is ready: any of them does. Without one, the first that stays; throws where there is none. */
export function readyPod(pods: readonly Pod[], target: string): Pod {
  const staying = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const found = staying.find(isReady) ?? staying[0] ?? pods[0];
  if (found !== undefined) return found;
  throw new CliError(podMessages.noPod({ target }), {
    code: 'POD_NOT_FOUND',
    exitCode: ExitCode.notFound,
    hint: podMessages.seePods,
  });
}

/** Whether a pod can be talked to. */
export function isReady({ status }: Pod): boolean {
  return status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false;
}
