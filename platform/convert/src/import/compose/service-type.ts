import type { Message } from '@kubemin/base/message';
import { composeMessages } from '../../messages/index.ts';
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

/** What becomes of a service that Compose does not start again, by its restart policy. */
const RESTARTED: Readonly<Record<string, Message>> = {
  no: composeMessages.runOnce,
  none: composeMessages.runOnce,
  'on-failure': composeMessages.restartOnFailure,
};
const ALWAYS = composeMessages.alwaysRestarted;
const ONCE = composeMessages.runAtStart;

/** What others wait for to end is a job; what runs on every node a daemon; what has data a store; and so on. */
export function readServiceType(service: Part, use: ServiceUse): ServiceType {
  const mode = service.at('deploy', 'mode');
  if (use.isAwaited || mode.peek() === 'replicated-job') {
    mode.acceptIf('replicated-job');
    service.note(composeMessages.task, ONCE);
    return { type: 'job', properties: readJobRestart(service) };
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
    const given = place.peek()?.replace(/:.*$/, '') ?? '';
    if (place.present && !place.isCarried) place.omit((Object.hasOwn(RESTARTED, given) && RESTARTED[given]) || ALWAYS);
  }
}

/** As Compose does it: not at all, or after a failure, as often as given. */
function readJobRestart(service: Part): AllPropertiesInput {
  const limit = service.at('deploy', 'restart_policy', 'max_attempts');
  const given = restartPlaces(service).flatMap((place) => {
    const [, policy, count] = /^(no|none|on-failure)(?::(\d+))?$/.exec(place.peek() ?? '') ?? [];
    if (policy === undefined) return [];
    place.accept();
    return [{ policy, count }];
  });
  const again = given.find(({ policy }) => policy === 'on-failure');
  if (again === undefined) return { restartPolicy: 'Never', backoffLimit: 0 };
  const backoffLimit = again.count === undefined ? limit.number() : Number(again.count);
  return { restartPolicy: 'OnFailure', ...(backoffLimit === undefined ? {} : { backoffLimit }) };
}
