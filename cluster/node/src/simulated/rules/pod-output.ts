import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { parseDuration } from './duration.ts';
import { execRules } from './effect-readers.ts';
import { Place } from './place.ts';
import { EXEC, LOG_INTERVAL, LOGS } from './pod-annotations.ts';
import type { RuleSet } from './rule-set.ts';
import type { ExecRule, LogRule } from './simulation-rule.ts';

/** What the pod's containers write, if an annotation or a rule specifies it. */
export function podLogRule(pod: Pod, rules: RuleSet): LogRule | undefined {
  const { annotations = {} } = pod.metadata;
  const asked = annotations[LOGS]?.replace(/\n$/, '').split('\n');
  const rule = rules.find(pod, 'logs')?.effect;
  const lines = asked ?? rule?.lines;
  if (lines === undefined) return undefined;
  const everyMs = parseDuration(annotations[LOG_INTERVAL]) ?? (asked === undefined ? rule?.everyMs : undefined);
  return { lines, everyMs: everyMs || undefined };
}

/** The results of commands in the pod; other commands are left to the few that are built in. */
export function podExecRules(pod: Pod, rules: RuleSet): readonly ExecRule[] {
  return parseExecAnnotation(pod.metadata.annotations?.[EXEC]) ?? rules.find(pod, 'exec')?.effect ?? [];
}

/** An annotation that cannot be parsed counts as absent. */
function parseExecAnnotation(text: string | undefined): readonly ExecRule[] | undefined {
  if (text === undefined) return undefined;
  try {
    return execRules(JSON.parse(text), new Place('', []));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
