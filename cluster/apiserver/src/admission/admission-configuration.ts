import { dirname, resolve } from 'node:path';
import { TerminalError } from '@kubemin/base';
import { type FieldError, isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import { parse } from 'yaml';
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
const API_VERSIONS = ['apiserver.config.k8s.io/v1', 'apiserver.k8s.io/v1alpha1'];
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
  if (kind !== KIND) throw invalidFile(options.path, [`kind: must be ${KIND}`]);
  const problems: string[] = [];
  if (!API_VERSIONS.includes(String(apiVersion))) problems.push(`apiVersion: must be ${API_VERSIONS[0]}`);
  if (!Array.isArray(plugins)) problems.push('plugins: must be a list');
  const entries = Array.isArray(plugins) ? plugins : [];
  const configured = new Map<string, AdmissionFactory>();
  for (const [index, entry] of entries.entries()) {
    const at = `plugins[${index}]`;
    const wrong = entryProblem(entry, configured);
    if (wrong !== undefined || !isJsonObject(entry)) {
      problems.push(`${at}${wrong ?? ': must be an object'}`);
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

/** What is wrong with an entry of the list, with the field it is about; undefined for nothing. */
function entryProblem(entry: unknown, seen: ReadonlyMap<string, unknown>): string | undefined {
  if (!isJsonObject(entry)) return ': must be an object';
  const unknown = Object.keys(entry).find((field) => !PLUGIN_FIELDS.includes(field));
  if (unknown !== undefined) return `.${unknown}: unknown field; use ${PLUGIN_FIELDS.join(', ')}`;
  const { name, path = '', configuration } = entry;
  if (typeof name !== 'string' || !CONFIGURABLE.has(name)) {
    return `.name: ${JSON.stringify(name)} has no configuration here; use ${[...CONFIGURABLE.keys()].join(', ')}`;
  }
  if (seen.has(name)) return `.name: ${name} is configured twice`;
  if (typeof path !== 'string') return '.path: must be a string';
  if (path === '' && configuration === undefined) return ': must have configuration, or path';
  if (path !== '' && configuration !== undefined) return ': must have either configuration or path';
  return undefined;
}

function makePlugin(name: string, document: unknown, where: string): AdmissionFactory {
  const problems: FieldError[] = [];
  const factory = CONFIGURABLE.get(name)?.(document, problems);
  if (problems.length === 0 && factory !== undefined) return factory;
  throw invalidFile(
    where,
    problems.map(({ field, message }) => `${field}: ${message}`),
  );
}

function parseDocument(text: string, where: string): JsonObject {
  let document: unknown;
  try {
    document = parse(text);
  } catch (cause) {
    throw new TerminalError(`${where} is not YAML`, { code: 'ADMISSION_CONFIGURATION_INVALID', cause });
  }
  if (isJsonObject(document)) return document;
  throw invalidFile(where, [`must be an object of kind ${KIND}`]);
}

function invalidFile(where: string, problems: readonly string[]): TerminalError {
  return new TerminalError(
    `${where} is not a usable configuration of admission plug-ins:\n  ${problems.join('\n  ')}`,
    {
      code: 'ADMISSION_CONFIGURATION_INVALID',
    },
  );
}
