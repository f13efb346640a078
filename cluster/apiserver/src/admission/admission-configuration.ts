import { dirname, resolve } from 'node:path';
import { TerminalError } from '@kubemin/base';
import { type Message, verbatim } from '@kubemin/base/message';
import { type FieldError, isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import { parse } from 'yaml';
import { admissionMessages, startMessages } from '../messages/index.ts';
import type { AdmissionFactory } from '../registry/index.ts';
import { podSecurity } from './pod-security/pod-security-admission.ts';
import { POD_SECURITY_CONFIGURATION, readPodSecurityConfiguration } from './pod-security/pod-security-configuration.ts';

/** Makes a plug-in from its part of the file. */
type ConfiguredPlugin = (document: unknown, problems: FieldError[]) => AdmissionFactory;

/** The built-in plug-ins that have a configuration, by name. */
const CONFIGURABLE: ReadonlyMap<string, ConfiguredPlugin> = new Map([
  ['PodSecurity', (document, problems) => podSecurity(readPodSecurityConfiguration(document, problems))],
]);

const KIND = 'AdmissionConfiguration';
const API_VERSION = 'apiserver.config.k8s.io/v1';
const API_VERSIONS = [API_VERSION, 'apiserver.k8s.io/v1alpha1'];
const PLUGIN_FIELDS = ['name', 'path', 'configuration'];

export interface AdmissionConfigurationOptions {
  /** The file with the AdmissionConfiguration. */
  readonly path: string;
  /** Reads a file; a rejection is passed on. */
  readonly read: (path: string) => Promise<string>;
}

/**
 * Reads an AdmissionConfiguration, in which plug-ins have their part or the path of a file with it, or the configuration
 * of one plug-in alone. Resolves with the configured plug-ins, which take the place of those of the same name. Rejects
 * with a TerminalError that names everything wrong with it.
 */
export async function readAdmissionConfiguration(
  options: AdmissionConfigurationOptions,
): Promise<ReadonlyMap<string, AdmissionFactory>> {
  const document = parseDocument(await options.read(options.path), options.path);
  const { kind, apiVersion, plugins = [] } = document;
  if (kind === POD_SECURITY_CONFIGURATION.kind) {
    return new Map([['PodSecurity', makePlugin('PodSecurity', document, options.path)]]);
  }
  const mustBe = (path: string, value: string): Message =>
    admissionMessages.atPath({ path, problem: admissionMessages.mustBe({ value }) });
  if (kind !== KIND) throw invalidFile(options.path, [mustBe('kind', KIND)]);
  const problems: Message[] = [];
  if (!API_VERSIONS.includes(String(apiVersion))) problems.push(mustBe('apiVersion', API_VERSION));
  if (!Array.isArray(plugins)) {
    problems.push(admissionMessages.atPath({ path: 'plugins', problem: admissionMessages.notAList }));
  }
  const entries = Array.isArray(plugins) ? plugins : [];
  const configured = new Map<string, AdmissionFactory>();
  for (const [index, entry] of entries.entries()) {
    const at = `plugins[${index}]`;
    const wrong = entryProblem(entry, configured);
    if (wrong !== undefined || !isJsonObject(entry)) {
      const { field = '', problem = admissionMessages.notAnObject } = wrong ?? {};
      problems.push(admissionMessages.atPath({ path: `${at}${field}`, problem }));
      continue;
    }
    const name = String(entry.name);
    if (typeof entry.path === 'string' && entry.path !== '') {
      const path = resolve(dirname(options.path), entry.path);
      configured.set(name, makePlugin(name, parseDocument(await options.read(path), path), path));
    } else {
      configured.set(name, makePlugin(name, entry.configuration, `${options.path}: ${at}.configuration`));
    }
  }
  if (problems.length > 0) throw invalidFile(options.path, problems);
  return configured;
}

/** A field of an entry, or '' for the entry, and what is wrong with it. */
interface EntryProblem {
  readonly field: string;
  readonly problem: Message;
}

/** What is wrong with an entry of the list; undefined for nothing. */
function entryProblem(entry: unknown, seen: ReadonlyMap<string, unknown>): EntryProblem | undefined {
  if (!isJsonObject(entry)) return { field: '', problem: admissionMessages.notAnObject };
  const unknown = Object.keys(entry).find((field) => !PLUGIN_FIELDS.includes(field));
  if (unknown !== undefined) {
    return { field: `.${unknown}`, problem: admissionMessages.unknownField({ known: PLUGIN_FIELDS.join(', ') }) };
  }
  const { name, path = '', configuration } = entry;
  if (typeof name !== 'string' || !CONFIGURABLE.has(name)) {
    const known = [...CONFIGURABLE.keys()].join(', ');
    return { field: '.name', problem: admissionMessages.notConfigurable({ name: JSON.stringify(name) ?? '', known }) };
  }
  if (seen.has(name)) return { field: '.name', problem: admissionMessages.configuredTwice({ name }) };
  if (typeof path !== 'string') return { field: '.path', problem: admissionMessages.notAString };
  if (path === '' && configuration === undefined) return { field: '', problem: admissionMessages.noConfiguration };
  if (path !== '' && configuration !== undefined) return { field: '', problem: admissionMessages.twoConfigurations };
  return undefined;
}

function makePlugin(name: string, document: unknown, where: string): AdmissionFactory {
  const problems: FieldError[] = [];
  const factory = CONFIGURABLE.get(name)?.(document, problems);
  if (problems.length === 0 && factory !== undefined) return factory;
  throw invalidFile(
    where,
    problems.map(({ field, message }) => admissionMessages.atPath({ path: field, problem: verbatim(message) })),
  );
}

function parseDocument(text: string, where: string): JsonObject {
  let document: unknown;
  try {
    document = parse(text);
  } catch (cause) {
    throw new TerminalError(admissionMessages.notYaml({ where }), { code: 'ADMISSION_CONFIGURATION_INVALID', cause });
  }
  if (isJsonObject(document)) return document;
  throw invalidFile(where, [admissionMessages.notAConfiguration({ kind: KIND })]);
}

function invalidFile(where: string, problems: readonly Message[]): TerminalError {
  const lines = problems.reduce((first, second) => startMessages.twoLines({ first, second }));
  return new TerminalError(admissionMessages.invalid({ where, problems: lines }), {
    code: 'ADMISSION_CONFIGURATION_INVALID',
  });
}
