import type { ControllerContext } from '@kubemin/controller';
import { core } from '@kubemin/kubeapi/resources';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import type { CurrentRules } from './current-rules.ts';
import type { RuleProblem } from './place.ts';
import { readSimulationRules } from './rule-reader.ts';

/** Where rules are looked for while the nodes run. */
export const RULES_NAMESPACE = 'kube-system';
export const RULES_NAME = 'simulation-rules';
/** The key that holds them. */
export const RULES_KEY = 'rules.yaml';

/** What an event can carry. */
const LONGEST_MESSAGE = 1000;

/**
 * Lets the ConfigMap `kube-system/simulation-rules` amend the rules. Wrong ones are reported in an event on it, and the last
 * good ones stay.
 */
export function followRulesConfigMap({ informers, events, logger }: ControllerContext, book: CurrentRules): void {
  const configMaps = informers.informer(core.v1.configmaps, {
    namespace: RULES_NAMESPACE,
    fieldSelector: `metadata.name=${RULES_NAME}`,
  });
  let read: string | undefined;
  configMaps.onChange(({ type, object }) => {
    if (object.metadata.name !== RULES_NAME) return;
    const text = type === 'deleted' ? '' : rulesText(object);
    if (text === read) return;
    read = text;
    const found = readSimulationRules(text);
    if (found.kind === 'rules') {
      book.amend(found.rules);
      if (type === 'deleted') return;
      const { rules, nodes } = found.rules;
      const message = `${rules.length} rules and ${nodes.length} groups of nodes are followed from now on`;
      events.record(object, { type: 'Normal', reason: 'RulesFollowed', message });
      return;
    }
    const message = formatProblems(found.problems);
    logger.warn('the simulation rules are wrong; those from before stay', { problems: found.problems.length, message });
    events.record(object, { type: 'Warning', reason: 'InvalidSimulationRules', message });
  });
}

function rulesText({ data = {} }: ConfigMap): string {
  return data[RULES_KEY] ?? '';
}

function formatProblems(problems: readonly RuleProblem[]): string {
  const text = problems.map(({ path, message }) => `${path === '' ? RULES_KEY : path} ${message.message}`).join('; ');
  return text.length <= LONGEST_MESSAGE ? text : `${text.slice(0, LONGEST_MESSAGE)}… (${problems.length} problems)`;
}
