import { filled } from '../filled.ts';
import type { TraitsInput } from '../imported.ts';
import type { Part } from '../source/part.ts';

type Termination = NonNullable<TraitsInput['termination']>;

const USUAL_SECONDS = 30;

/** What a container does before it is stopped. */
export function readPreStop(container: Part): Termination | undefined {
  const hook = container.at('lifecycle', 'preStop');
  const command = hook.at('exec', 'command').texts();
  const sleepSeconds = hook.at('sleep', 'seconds').number();
  if (command.length > 0) return { preStop: { command } };
  return sleepSeconds === undefined ? undefined : { preStop: { sleepSeconds } };
}

/** That of the main container with the time the pod is given. */
export function readTermination(spec: Part, main: Termination | undefined): Termination | undefined {
  const seconds = spec.at('terminationGracePeriodSeconds').number();
  if (seconds === undefined || seconds === USUAL_SECONDS) return main;
  return { ...main, ...filled({ gracePeriodSeconds: seconds }) };
}
