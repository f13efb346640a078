import { closestName, listFirst } from '@kubemin/base';
import { parseQuantity, QuantityError } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { USAGE_CPU, USAGE_DISK, USAGE_MEMORY } from '../usage/pod-usage.ts';
import { parseDuration } from './duration.ts';
import { execRules } from './effect-readers.ts';
import { formatValue, Place, type RuleProblem } from './place.ts';
import {
  EXEC,
  EXIT_CODE,
  INIT_DURATION,
  INIT_EXIT_CODE,
  LOG_INTERVAL,
  LOGS,
  READY_DELAY,
  RUN_DURATION,
  readExitCode,
  SCENARIOS,
  SIMULATE,
  START_DELAY,
  STOP_DELAY,
  scenarioNamed,
} from './pod-annotations.ts';

/** What is wrong with a value; undefined for one that can be read. */
type Check = (text: string) => string | undefined;

const duration: Check = (text) =>
  parseDuration(text) === undefined
    ? `must be a duration such as 500ms, 2s or 1m, not ${formatValue(text)}`
    : undefined;

const exitCode: Check = (text) =>
  readExitCode(text) === undefined ? `must be a number from 0 to 255, not ${formatValue(text)}` : undefined;

const amount: Check = (text) => {
  try {
    parseQuantity(text);
    return undefined;
  } catch (error) {
    if (error instanceof QuantityError) return `must be an amount such as 250m or 64Mi, not ${formatValue(text)}`;
    throw error;
  }
};

const scenario: Check = (text) => {
  if (scenarioNamed(text) !== undefined) return undefined;
  const meant = closestName(text, SCENARIOS);
  return `is ${formatValue(text)}, which is unknown; ${meant === undefined ? `known are ${listFirst(SCENARIOS)}` : `did you mean ${meant}?`}`;
};

const execCheck: Check = (text) => {
  const problems: RuleProblem[] = [];
  try {
    execRules(JSON.parse(text), new Place('', problems));
  } catch (error) {
    if (error instanceof SyntaxError) return `must be a JSON list of commands and results: ${error.message}`;
    throw error;
  }
  const [first] = problems;
  return first && `${first.path} ${first.message.message}`.trim();
};

const CHECKS: Readonly<Record<string, Check>> = {
  [SIMULATE]: scenario,
  [START_DELAY]: duration,
  [READY_DELAY]: duration,
  [RUN_DURATION]: duration,
  [EXIT_CODE]: exitCode,
  [INIT_DURATION]: duration,
  [INIT_EXIT_CODE]: exitCode,
  [STOP_DELAY]: duration,
  [USAGE_CPU]: amount,
  [USAGE_MEMORY]: amount,
  [USAGE_DISK]: amount,
  [LOGS]: () => undefined,
  [LOG_INTERVAL]: duration,
  [EXEC]: execCheck,
};

/** The problems of a pod's simulation annotations; an annotation with a problem is ignored. */
export function annotationProblems({ metadata }: Pod): readonly string[] {
  return Object.entries(metadata.annotations ?? {}).flatMap(([key, value]) => {
    if (!key.startsWith(SIMULATE) || !(key === SIMULATE || key.startsWith(`${SIMULATE}-`))) return [];
    const check = Object.hasOwn(CHECKS, key) ? CHECKS[key] : undefined;
    const problem = check === undefined ? unknown(key) : check(value);
    return problem === undefined ? [] : [`${key} ${problem}`];
  });
}

function unknown(key: string): string {
  const meant = closestName(key, Object.keys(CHECKS));
  return meant === undefined ? 'is not known' : `is not known; did you mean ${meant}?`;
}
