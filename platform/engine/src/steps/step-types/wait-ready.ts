import { TerminalError, WakeSignal } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { waitReadyStep } from '@kubemin/model';
import { componentReadiness, MissingReferences, readinessChanges, workloadPods } from '../../delivery/index.ts';
import { stepMessages } from '../../messages/index.ts';
import { raceWithAbort, waitForSignal } from '../../task/index.ts';
import { defineStepType } from '../define-step-type.ts';

/** Waits, event by event, until all workloads of the components are ready; fails when one cannot become so. */
export const waitReady = defineStepType({
  ...waitReadyStep,
  priority: 20,
  timeoutMs: (settings) => settings.deployTimeoutMs,
  retries: 'transient',
  isolation: 'engine',
  run: async ({ appId, components, informers, componentObjects, report, signal, client, clock, settings }) => {
    const missing = new MissingReferences({ client, clock, signal, graceMs: settings.missingGraceMs });
    const watched = components.flatMap((componentName) => readinessChanges(informers, { appId, componentName }));
    await raceWithAbort(Promise.all(watched.map(({ synced }) => synced)), signal);
    const nudge = new WakeSignal();
    const stops = watched.map((each) => each.onChange(() => nudge.notify()));
    try {
      for (;;) {
        const waiting = components.flatMap((name) => stillWaiting(name, componentReadiness(componentObjects(name))));
        if (waiting.length === 0) return { message: stepMessages.ready({ components }) };
        const pods = components.flatMap((name) => workloadPods(componentObjects(name)));
        const { message, overdue, nextMs } = await missing.look(pods);
        if (message !== undefined && overdue) throw new TerminalError(message, { code: 'REFERENCE_MISSING' });
        const states = message === undefined ? waiting : [...waiting, message];
        await report(stepMessages.states({ states }));
        if (nextMs === undefined) await nudge.wait(signal);
        else await waitForSignal({ nudge, clock, ms: nextMs, signal });
        signal.throwIfAborted();
      }
    } finally {
      for (const stop of stops) stop();
    }
  },
});

function stillWaiting(component: string, found: ReturnType<typeof componentReadiness>): readonly Message[] {
  const failed = found.find(({ state }) => state === 'failed');
  if (failed !== undefined)
    throw new TerminalError(stepMessages.component({ component, state: failed.message }), { code: 'NOT_READY' });
  if (found.length === 0) return [stepMessages.nothingRuns({ component })];
  return found.flatMap(({ state, message }) =>
    state === 'ready' ? [] : [stepMessages.component({ component, state: message })],
  );
}
