import { closestName, parseGoDuration } from '@kubemin/base';
import { type Message, yamlErrorMessage } from '@kubemin/base/message';
import { isJsonObject, type JsonObject, parseQuantity } from '@kubemin/kubeapi';
import { parseDocument } from 'yaml';
import { kubeletMessages } from '../messages/index.ts';
import type { KubeletConfiguration } from './kubelet-configuration.ts';
import { isSignal, parseThresholdValue, SIGNALS } from './thresholds.ts';

/** Something that is wrong with a configuration. */
export interface ConfigurationProblem {
  /** The field: `evictionHard.memory.available`. */
  readonly path: string;
  readonly message: Message;
}

export type ConfigurationRead =
  | { readonly kind: 'configuration'; readonly configuration: KubeletConfiguration }
  | { readonly kind: 'problems'; readonly problems: readonly ConfigurationProblem[] };

const API_VERSION = 'kubelet.config.k8s.io/v1beta1';
const KIND = 'KubeletConfiguration';
/** One of the namespaces of a pod, with a `*` at its end for all that begin so. */
const SYSCTL = /^(?:net\.|fs\.mqueue\.|kernel\.(?:sem$|shm|msg))[\w.-]*\*?$/;
const MOST_CHARACTERS = 1_048_576;

/** Whether a value is right for its field; problems are added to the list. */
type FieldCheck = (value: unknown, path: string, problems: ConfigurationProblem[]) => void;

function check(isRight: (value: unknown) => boolean, message: Message): FieldCheck {
  return (value, path, problems) => {
    if (!isRight(value)) problems.push({ path, message });
  };
}

/** Each entry is checked; names that are not known are problems. */
function mapOf(entry: FieldCheck, names?: { readonly isKnown: (name: string) => boolean }): FieldCheck {
  return (value, path, problems) => {
    if (!isJsonObject(value)) {
      problems.push({ path, message: kubeletMessages.mapExpected });
      return;
    }
    for (const [name, one] of Object.entries(value)) {
      const at = `${path}.${name}`;
      if (names !== undefined && !names.isKnown(name)) {
        problems.push({ path: at, message: kubeletMessages.unknownSignal({ known: SIGNALS.join(', ') }) });
      } else entry(one, at, problems);
    }
  };
}

const isDuration = (value: unknown): boolean => typeof value === 'string' && parseGoDuration(value) !== undefined;
const isWhole = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
const isQuantity = (value: unknown): boolean => {
  if (typeof value !== 'string') return false;
  try {
    return parseQuantity(value).toNumber() >= 0;
  } catch {
    return false;
  }
};

const duration = check(isDuration, kubeletMessages.durationExpected);
const quantity = check(isQuantity, kubeletMessages.quantityExpected);
const wholeNumber = (least: number, most: number): FieldCheck =>
  check((value) => isWhole(value, least, most), kubeletMessages.wholeNumberExpected({ least, most }));
const signals = { isKnown: isSignal };
const threshold = check(
  (value) => typeof value === 'string' && parseThresholdValue(value) !== undefined,
  kubeletMessages.thresholdExpected,
);

const periods: FieldCheck = (value, path, problems) => {
  const isPeriod = (one: unknown): boolean =>
    isJsonObject(one) &&
    isWhole(one.priority, -2_147_483_648, 2_147_483_647) &&
    isWhole(one.shutdownGracePeriodSeconds, 0, 86_400);
  if (!Array.isArray(value) || !value.every(isPeriod)) {
    problems.push({ path, message: kubeletMessages.periodsExpected });
  }
};

const sysctls = check(
  (value) => Array.isArray(value) && value.every((name) => typeof name === 'string' && SYSCTL.test(name)),
  kubeletMessages.sysctlsExpected,
);

const FIELDS: Readonly<Record<keyof KubeletConfiguration, FieldCheck>> = {
  staticPodPath: check((value) => typeof value === 'string', kubeletMessages.textExpected),
  maxPods: wholeNumber(1, 100_000),
  evictionHard: mapOf(threshold, signals),
  evictionSoft: mapOf(threshold, signals),
  evictionSoftGracePeriod: mapOf(duration, signals),
  evictionMinimumReclaim: mapOf(threshold, signals),
  evictionPressureTransitionPeriod: duration,
  evictionMaxPodGracePeriod: wholeNumber(0, 86_400),
  imageGCHighThresholdPercent: wholeNumber(0, 100),
  imageGCLowThresholdPercent: wholeNumber(0, 100),
  imageMinimumGCAge: duration,
  imageMaximumGCAge: duration,
  containerLogMaxSize: quantity,
  shutdownGracePeriod: duration,
  shutdownGracePeriodCriticalPods: duration,
  shutdownGracePeriodByPodPriority: periods,
  allowedUnsafeSysctls: sysctls,
  systemReserved: mapOf(quantity),
  kubeReserved: mapOf(quantity),
};

/** Reads a KubeletConfiguration, YAML or JSON; what it leaves out is as in `defaults`. All problems are returned together. */
export function readKubeletConfiguration(text: string, defaults: KubeletConfiguration): ConfigurationRead {
  const problems: ConfigurationProblem[] = [];
  const document = parseFields(text, problems);
  const { apiVersion, kind, ...fields } = document ?? {};
  if (document !== undefined && (apiVersion !== API_VERSION || kind !== KIND)) {
    problems.push({ path: 'kind', message: kubeletMessages.kindExpected({ apiVersion: API_VERSION, kind: KIND }) });
  }
  for (const [name, value] of Object.entries(fields)) {
    if (isField(name)) FIELDS[name](value, name, problems);
    else problems.push({ path: name, message: unknownField(name) });
  }
  if (problems.length > 0) return { kind: 'problems', problems };
  const merged: KubeletConfiguration = { ...defaults, ...fields };
  problems.push(...contradictions(merged));
  return problems.length > 0 ? { kind: 'problems', problems } : { kind: 'configuration', configuration: merged };
}

function parseFields(text: string, problems: ConfigurationProblem[]): JsonObject | undefined {
  const fault = (message: Message): undefined => void problems.push({ path: '', message });
  if (text.length > MOST_CHARACTERS) return fault(kubeletMessages.tooLong({ most: MOST_CHARACTERS }));
  try {
    const document = parseDocument(text, { logLevel: 'error' });
    const [error] = document.errors;
    if (error !== undefined) return fault(kubeletMessages.notYaml({ reason: yamlErrorMessage(error) }));
    const value: unknown = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 100 }) ?? null));
    return isJsonObject(value) ? value : fault(kubeletMessages.mapExpected);
  } catch (error) {
    return fault(kubeletMessages.notYaml({ reason: yamlErrorMessage(error) }));
  }
}

function isField(name: string): name is keyof KubeletConfiguration {
  return Object.hasOwn(FIELDS, name);
}

function unknownField(name: string): Message {
  const names = Object.keys(FIELDS);
  const near = closestName(name, names);
  if (near !== undefined) return kubeletMessages.misspelt({ name: near });
  return kubeletMessages.unknownField({ names: names.join(', ') });
}

/** What is wrong with fields together. */
function contradictions(configuration: KubeletConfiguration): readonly ConfigurationProblem[] {
  const { evictionSoft, evictionSoftGracePeriod, imageGCHighThresholdPercent, imageGCLowThresholdPercent } =
    configuration;
  const { shutdownGracePeriod, shutdownGracePeriodCriticalPods, shutdownGracePeriodByPodPriority } = configuration;
  const problems: ConfigurationProblem[] = [];
  for (const signal of Object.keys(evictionSoft)) {
    if (evictionSoftGracePeriod[signal] !== undefined) continue;
    problems.push({ path: `evictionSoftGracePeriod.${signal}`, message: kubeletMessages.gracePeriodMissing });
  }
  if (imageGCLowThresholdPercent > imageGCHighThresholdPercent) {
    problems.push({ path: 'imageGCLowThresholdPercent', message: kubeletMessages.lowAboveHigh });
  }
  const [whole = 0, critical = 0] = [shutdownGracePeriod, shutdownGracePeriodCriticalPods].map(parseGoDuration);
  if (critical > whole) {
    problems.push({ path: 'shutdownGracePeriodCriticalPods', message: kubeletMessages.criticalTooLong });
  }
  if (whole > 0 && shutdownGracePeriodByPodPriority.length > 0) {
    problems.push({ path: 'shutdownGracePeriodByPodPriority', message: kubeletMessages.periodsTwice });
  }
  return problems;
}
