import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';
import { chance } from './chance.ts';
import { type ContainerLives, livesRuled } from './container-lives.ts';
import { parseDuration } from './duration.ts';
import { INIT_DURATION, INIT_EXIT_CODE, readExitCode } from './pod-annotations.ts';
import type { RuleSet } from './rule-set.ts';

/** What becomes of an init container. */
export interface InitBehaviour {
  readonly lives: ContainerLives;
  readonly image: 'pulled' | 'missing';
}

/** How an init container lives: as the pod's annotations say, or else the first rule; or else it succeeds at once. */
export function initBehaviourOf(pod: Pod, { name, restartPolicy }: Container, rules: RuleSet): InitBehaviour {
  const sidecar = restartPolicy === 'Always';
  // Sidecars run on: nobody who asks for slow or failing init containers means them, unless by name.
  const usualMs = sidecar ? undefined : 0;
  const asked = sidecar ? undefined : livesAsked(pod);
  if (asked !== undefined) return { lives: asked, image: 'pulled' };
  const found = rules.init(pod, name, sidecar);
  if (found === undefined) return { lives: livesRuled({ crashes: 0 }, false, usualMs), image: 'pulled' };
  const { effect, index } = found;
  const { failRate } = effect;
  const failing = failRate !== undefined && chance(pod.metadata.uid ?? '', index, `init/${name}`) < failRate;
  return { lives: livesRuled(effect, failing, usualMs), image: effect.imageMissing ? 'missing' : 'pulled' };
}

function livesAsked({ metadata }: Pod): ContainerLives | undefined {
  const { annotations = {} } = metadata;
  const exitCode = readExitCode(annotations[INIT_EXIT_CODE]);
  const forMs = parseDuration(annotations[INIT_DURATION]);
  if (exitCode === undefined && forMs === undefined) return undefined;
  return { crashes: 0, crashCode: 1, forMs: forMs ?? 0, exitCode: exitCode ?? 0 };
}
