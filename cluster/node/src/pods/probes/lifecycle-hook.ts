import type { Clock } from '@kubemin/base';
import type { Container, LifecycleHandler, Pod } from '@kubemin/kubeapi/types/core.v1';
import { checkOnce, type ProbeTarget } from './probe-check.ts';

/** Runs a postStart or preStop hook to its end. Resolves with why it failed, or with undefined. */
export async function runLifecycleHook(
  handler: LifecycleHandler,
  subject: { readonly pod: Pod; readonly container: Container; readonly target: ProbeTarget; readonly clock: Clock },
  signal: AbortSignal,
): Promise<string | undefined> {
  if (handler.sleep !== undefined) {
    await subject.clock.sleep(handler.sleep.seconds * 1000, signal);
    return undefined;
  }
  const { result, message } = await checkOnce(handler, subject, signal);
  return result === 'failure' ? message : undefined;
}
