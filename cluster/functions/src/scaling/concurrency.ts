import type { LoadSample, ScalingPolicy, ScalingState } from './scaling-policy.ts';
import type { ScalingSettings } from './scaling-settings.ts';

/** A burst is a load of the short window that needs this many times the instances there are. */
const PANIC_FACTOR = 2;
/** Samples closer together than this are merged: the number of samples does not grow with that of requests. */
const RESOLUTION_MS = 500;

/**
 * Instances by requests in flight: as many as the mean of a long window needs, at once as many as that of a short window
 * needs when this is a multiple. None when there was no request for the long window and a grace period.
 */
export const concurrencyPolicy: ScalingPolicy = {
  begin: ({ min }, now) => ({ instances: min, level: 0, at: now, samples: [] }),

  apply(state, event, now, settings) {
    const samples =
      event.type === 'load'
        ? withSample(state.samples, { at: now, inFlight: event.inFlight }, settings)
        : state.samples;
    const current = { ...state, samples };
    const atLeast = event.type === 'call' && state.instances === 0 ? settings.coldStart : 0;
    const wanted = decide(current, now, settings);
    const instances = Math.min(Math.max(wanted.instances, atLeast, settings.min), settings.max);
    return { ...current, ...wanted, instances };
  },

  nextTick({ instances, samples, at }, { min, stableSeconds, zeroGraceSeconds }) {
    if (instances <= min) return undefined;
    return (samples.at(-1)?.at ?? at) + Math.min(stableSeconds, zeroGraceSeconds + 1) * 1_000;
  },
};

function decide(
  state: ScalingState,
  now: number,
  settings: ScalingSettings,
): Pick<ScalingState, 'instances' | 'panicUntil'> {
  const { target, stableSeconds, panicSeconds } = settings;
  const stable = Math.ceil(mean(state, now, stableSeconds) / target);
  const panic = Math.ceil(mean(state, now, panicSeconds) / target);
  const isBurst = state.instances > 0 && panic >= PANIC_FACTOR * state.instances;
  const panicUntil = isBurst ? now + stableSeconds * 1_000 : state.panicUntil;
  if (panicUntil !== undefined && now < panicUntil) {
    return { instances: Math.max(state.instances, panic, stable), panicUntil };
  }
  // What is not known yet, after a start, is no reason to remove instances.
  const isKnown = now - state.at >= stableSeconds * 1_000;
  const least = isKnown && isIdle(state, now, settings) ? 0 : Math.min(state.instances, 1);
  return { instances: Math.max(stable, isKnown ? least : state.instances), panicUntil: undefined };
}

function isIdle({ samples, at }: ScalingState, now: number, settings: ScalingSettings): boolean {
  const lastLoad = samples.findLast(({ inFlight }) => inFlight > 0);
  const afterwards = lastLoad === undefined ? at : (samples[samples.indexOf(lastLoad) + 1]?.at ?? now);
  return now - afterwards >= settings.zeroGraceSeconds * 1_000;
}

/** The mean over a window that ends now, each sample counting until the next one. */
function mean({ samples, at }: ScalingState, now: number, seconds: number): number {
  const begin = Math.max(now - seconds * 1_000, at);
  let sum = 0;
  samples.forEach((sample, index) => {
    const until = samples[index + 1]?.at ?? now;
    sum += sample.inFlight * Math.max(0, until - Math.max(sample.at, begin));
  });
  return now > begin ? sum / (now - begin) : (samples.at(-1)?.inFlight ?? 0);
}

function withSample(
  samples: readonly LoadSample[],
  sample: LoadSample,
  { stableSeconds, zeroGraceSeconds }: ScalingSettings,
): readonly LoadSample[] {
  const oldest = sample.at - Math.max(stableSeconds, zeroGraceSeconds) * 1_000;
  // The last one before the window states how the window began.
  const begin = Math.max(
    samples.findLastIndex(({ at }) => at <= oldest),
    0,
  );
  const kept = samples.slice(begin);
  const last = kept.at(-1);
  if (last === undefined || sample.at - last.at >= RESOLUTION_MS || last.inFlight > 0 !== sample.inFlight > 0) {
    return [...kept, sample];
  }
  return [...kept.slice(0, -1), { at: last.at, inFlight: Math.max(last.inFlight, sample.inFlight) }];
}
