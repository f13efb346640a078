import type { AllPropertiesInput, ComponentInput } from '../imported.ts';
import type { Part } from '../source/part.ts';

/** What decides a service's type beside its own text. */
export interface ServiceUse {
  /** It has volumes of its own. */
  readonly ownsData: boolean;
  readonly hasPorts: boolean;
  /** Others wait for it to start. */
  readonly isNeeded: boolean;
  /** Others wait for it to end. */
  readonly isAwaited: boolean;
}

/** The type of a service, with what only that type has. */
export interface ServiceType {
  readonly type: ComponentInput['type'];
  readonly properties: AllPropertiesInput;
}

const ALWAYS = 'The containers of this component are always started again when they end.';

/** What others wait for to end is a job; what runs on every node a daemon; what has data a store; and so on. */
export function readServiceType(service: Part, use: ServiceUse): ServiceType {
  const mode = service.at('deploy', 'mode');
  if (use.isAwaited || mode.peek() === 'replicated-job') {
    mode.acceptIf('replicated-job');
    return { type: 'job', properties: { restartPolicy: readJobRestart(service) } };
  }
  readRestart(service);
  if (mode.peek() === 'global') {
    mode.accept();
    return { type: 'daemon', properties: {} };
  }
  mode.acceptIf('replicated');
  if (use.ownsData) return { type: 'store', properties: {} };
  return { type: use.hasPorts || use.isNeeded ? 'webservice' : 'worker', properties: {} };
}

function restartPlaces(service: Part): readonly Part[] {
  return [service.at('restart'), service.at('deploy', 'restart_policy', 'condition')];
}

function readRestart(service: Part): void {
  for (const place of restartPlaces(service)) {
    place.acceptIf('always', 'unless-stopped', 'any');
    if (place.present && !place.isCarried) place.omit(ALWAYS);
  }
}

function readJobRestart(service: Part): 'Never' | 'OnFailure' {
  const said = restartPlaces(service).flatMap((place) => {
    place.acceptIf('no', 'none', 'on-failure');
    return place.peek() ?? [];
  });
  return said.includes('on-failure') ? 'OnFailure' : 'Never';
}
