import type { ScalingPolicy, ScalingState } from './scaling-policy.ts';
import type { ScalingSettings } from './scaling-settings.ts';

/**
 * The water level of Minik8s. Calls raise a level, less with more instances; time lowers it. Above `high` an instance is
 * added, at zero one is removed, and the level begins again at `reset`. In the mode `proportional` both thresholds grow with
 * the number of instances, so that linear growth of instances needs quadratic growth of calls.
 *
 * A first call at zero instances sets the level to `initial` at least: the instances that it starts are not removed before
 * they were of use.
 */
export const waterLevelPolicy: ScalingPolicy = {
  begin: ({ initial, min }, now) => ({ instances: min, level: initial, at: now, samples: [] }),

  apply(state, event, now, settings) {
    const current = lower(bound(state, settings, now), settings, now);
    if (event.type !== 'call') return current;
    if (current.instances === 0) return raise({ ...current, ...coldStart(current, settings) }, event, settings);
    return raise(current, event, settings);
  },

  nextTick({ instances, level, at }, { min, decayPerSecond }) {
    if (instances <= min || decayPerSecond === 0) return undefined;
    return at + (level / decayPerSecond) * 1_000;
  },
};

const high = (instances: number, settings: ScalingSettings): number => settings.high * growth(instances, settings);
const reset = (instances: number, settings: ScalingSettings): number => settings.reset * growth(instances, settings);
/** The constants are those of two instances. */
const growth = (instances: number, { thresholdMode }: ScalingSettings): number =>
  thresholdMode === 'fixed' ? 1 : Math.max(instances, 1) / 2;

/** Limits may have changed since the last event. */
function bound(state: ScalingState, settings: ScalingSettings, now: number): ScalingState {
  const instances = Math.min(Math.max(state.instances, settings.min), settings.max);
  return instances === state.instances && now >= state.at
    ? state
    : { ...state, instances, at: Math.min(state.at, now) };
}

function coldStart({ level }: ScalingState, settings: ScalingSettings): Pick<ScalingState, 'instances' | 'level'> {
  return { instances: settings.coldStart, level: Math.max(level, settings.initial) };
}

function raise(
  state: ScalingState,
  { fromWorkflow = false }: { readonly fromWorkflow?: boolean },
  settings: ScalingSettings,
): ScalingState {
  if (fromWorkflow) return state;
  const { instances } = state;
  const level = state.level + Math.floor(settings.gain / (instances + settings.gainOffset));
  if (level <= high(instances, settings)) return { ...state, level };
  // At the limit the level does not pile up: it would keep instances for hours after the last call.
  if (instances >= settings.max) return { ...state, level: high(instances, settings) };
  return { ...state, instances: instances + 1, level: reset(instances + 1, settings) };
}

/** Lowers the level by the time that has passed. Several instances are removed when it was long. */
function lower(state: ScalingState, settings: ScalingSettings, now: number): ScalingState {
  const { decayPerSecond, min } = settings;
  let { instances, level } = state;
  let left = ((now - state.at) / 1_000) * decayPerSecond;
  while (instances > min && level <= left) {
    left -= Math.max(level, 0);
    instances -= 1;
    level = reset(instances, settings);
  }
  return { ...state, instances, level: Math.max(level - left, 0), at: now };
}
