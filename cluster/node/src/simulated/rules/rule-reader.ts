import { yamlErrorMessage } from '@kubemin/base/message';
import { parseDocument } from 'yaml';
import { ruleMessages } from '../../messages/index.ts';
import {
  execRules,
  initRule,
  logRule,
  nodeRule,
  readyRule,
  runRule,
  startRule,
  stopRule,
  usageRule,
} from './effect-readers.ts';
import { nodeGroups } from './group-reader.ts';
import { Place, type RuleProblem, type ValueReader } from './place.ts';
import type { RuleMatch, SimulationRule, SimulationRules } from './simulation-rule.ts';
import { labelKey, listReader, mapReader, pattern } from './value-readers.ts';

/** What became of a text. */
export type RulesRead =
  | { readonly kind: 'rules'; readonly rules: SimulationRules }
  | { readonly kind: 'problems'; readonly problems: readonly RuleProblem[] };

const MOST_CHARACTERS = 1_048_576;
const EFFECTS = 'start, ready, run, init, stop, usage, logs, exec, node';

/** Reads a set of rules, YAML or JSON. Never throws: all problems are returned together, each with its place. */
export function readSimulationRules(text: string): RulesRead {
  const problems: RuleProblem[] = [];
  const rules = readDocument(text, new Place('', problems));
  return problems.length === 0 && rules !== undefined ? { kind: 'rules', rules } : { kind: 'problems', problems };
}

function readDocument(text: string, place: Place): SimulationRules | undefined {
  if (text.length > MOST_CHARACTERS) return place.fault(ruleMessages.tooLong({ most: MOST_CHARACTERS }));
  const value = parse(text, place);
  if (value === undefined) return undefined;
  // An empty file has no rules, which is not wrong.
  const fields = place.record(value.document ?? {});
  if (fields === undefined) return undefined;
  const nodes = fields.read('nodes', nodeGroups) ?? [];
  const rules = fields.read('rules', listReader(simulationRule)) ?? [];
  fields.end();
  return { nodes, rules };
}

function parse(text: string, place: Place): { readonly document: unknown } | undefined {
  try {
    const document = parseDocument(text, { prettyErrors: true, merge: true, logLevel: 'error' });
    for (const error of document.errors) place.fault(ruleMessages.notYaml({ reason: yamlErrorMessage(error) }));
    if (document.errors.length > 0) return undefined;
    // There and back: what refers to itself, or is no JSON, cannot be rules.
    return { document: JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 100 }) ?? null)) };
  } catch (error) {
    return place.fault(ruleMessages.notYaml({ reason: yamlErrorMessage(error) }));
  }
}

const ruleMatch: ValueReader<RuleMatch> = (value, place) => {
  const fields = place.record(value);
  if (fields === undefined) return undefined;
  const match = {
    labels: fields.read('labels', mapReader(labelKey, pattern)),
    namespace: fields.read('namespace', pattern),
    image: fields.read('image', pattern),
    node: fields.read('node', pattern),
  };
  fields.end();
  return match;
};

const simulationRule: ValueReader<SimulationRule> = (value, place) => {
  const fields = place.record(value);
  if (fields === undefined) return undefined;
  const match = fields.read('match', ruleMatch) ?? {};
  const effects = {
    start: fields.read('start', startRule),
    ready: fields.read('ready', readyRule),
    run: fields.read('run', runRule),
    init: fields.read('init', initRule),
    stop: fields.read('stop', stopRule),
    usage: fields.read('usage', usageRule),
    logs: fields.read('logs', logRule),
    exec: fields.read('exec', execRules),
    node: fields.read('node', nodeRule),
  };
  fields.end();
  const given = Object.keys(Object(value)).filter((key) => key !== 'match');
  if (given.length === 0) place.fault(ruleMessages.noEffect({ effects: EFFECTS }));
  const podsOnly = [match.labels, match.namespace, match.image].some((part) => part !== undefined);
  if (effects.node !== undefined && podsOnly) {
    place.at('node').fault(ruleMessages.nodesOnly);
  }
  return { match, ...effects };
};
