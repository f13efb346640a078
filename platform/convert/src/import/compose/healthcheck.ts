import { composeMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { TraitEntry } from '../imported.ts';
import type { Part } from '../source/part.ts';
import { durationSeconds } from './duration.ts';

/**
 * A health check is about both when a service may be used and when it should be restarted, so it becomes a readiness and
 * a liveness probe; the start period, in which failures do not count, delays the second.
 */
export function readHealthcheck(service: Part): readonly TraitEntry<'probes'>[] {
  const check = service.at('healthcheck');
  if (!check.present) return [];
  const disabled = check.at('disable').flag() === true;
  const command = readTest(check.at('test'));
  if (disabled || command === 'none') {
    check.accept();
    return [];
  }
  if (command === undefined) {
    check.omit(composeMessages.healthCheckOfImage);
    return [];
  }
  const common = filled({
    exec: { command },
    periodSeconds: seconds(check.at('interval')) ?? 30,
    timeoutSeconds: seconds(check.at('timeout')) ?? 30,
    failureThreshold: check.at('retries').number() ?? 3,
  });
  const delay = filled({ initialDelaySeconds: seconds(check.at('start_period')) });
  check.note(composeMessages.healthCheck, composeMessages.healthCheckChanged);
  return [
    { type: 'readiness', ...common },
    { type: 'liveness', ...common, ...delay },
  ];
}

function readTest(test: Part): readonly string[] | 'none' | undefined {
  if (test.isScalar) return ['/bin/sh', '-c', test.text() ?? ''];
  const [form, ...words] = test.texts();
  if (form === 'NONE') return 'none';
  if (form === 'CMD-SHELL') return ['/bin/sh', '-c', words.join(' ')];
  return form === 'CMD' && words.length > 0 ? words : undefined;
}

/** Whole seconds, as probes count; shorter times are rounded up and listed. */
function seconds(part: Part): number | undefined {
  const exact = durationSeconds(part.peek() ?? '');
  if (exact === undefined) return undefined;
  part.accept();
  const whole = Math.ceil(exact);
  if (whole !== exact)
    part.note(
      composeMessages.time({ value: part.peek() ?? '' }),
      composeMessages.wholeSeconds({ seconds: String(whole) }),
    );
  return whole;
}
