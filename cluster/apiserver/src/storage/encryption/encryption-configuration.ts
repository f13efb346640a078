import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Random, TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { isJsonObject } from '@kubemin/kubeapi';
import { resources as builtinResources } from '@kubemin/kubeapi/resources';
import { parse } from 'yaml';
import { encryptionMessages, startMessages } from '../../messages/index.ts';
import { FILE_NAME } from '../file-storage.ts';
import { HEAD_BYTES, type ValueCodec } from '../value-codec.ts';
import { EncryptingCodec, type EncryptionProvider, type EncryptionRule } from './encrypting-codec.ts';
import {
  aescbcProvider,
  aesgcmProvider,
  type CipherProviderOptions,
  identityProvider,
  type NamedKey,
  vaultProvider,
} from './encryption-providers.ts';

/** Encrypts `secrets` with the keys of a vault: what is used without a configuration. */
export function secretsCodec(vault: Parameters<typeof vaultProvider>[0], where: string): ValueCodec {
  return new EncryptingCodec([ruleFor(['secrets'], [vaultProvider(vault)])], where);
}

export interface EncryptionConfigurationOptions {
  readonly text: string;
  /** The file it comes from. */
  readonly where: string;
  readonly random: Random;
  /** Also reads: the keys that were used before there was a configuration. */
  readonly vault?: Parameters<typeof vaultProvider>[0];
}

/**
 * Reads an EncryptionConfiguration of apiserver.config.k8s.io/v1 with the providers `identity`, `aescbc` and `aesgcm`.
 * Throws a TerminalError that names everything wrong with it.
 */
export function readEncryptionConfiguration(options: EncryptionConfigurationOptions): ValueCodec {
  const problems: Message[] = [];
  const document = parseConfiguration(options);
  if (!isJsonObject(document) || document.kind !== 'EncryptionConfiguration') {
    throw invalid(options.where, [atPath('kind', encryptionMessages.mustBe({ value: 'EncryptionConfiguration' }))]);
  }
  if (document.apiVersion !== 'apiserver.config.k8s.io/v1') {
    problems.push(atPath('apiVersion', encryptionMessages.mustBe({ value: 'apiserver.config.k8s.io/v1' })));
  }
  const entries = asList(document.resources);
  if (entries.length === 0) problems.push(atPath('resources', encryptionMessages.noEntries));
  const rules = entries.flatMap((entry, index) => readRule(entry, `resources[${index}]`, { ...options, problems }));
  const [first, ...others] = problems;
  if (first !== undefined) throw invalid(options.where, [first, ...others]);
  const earlier = options.vault === undefined ? [] : [vaultProvider(options.vault)];
  return new EncryptingCodec(
    rules.map((rule) => ({ ...rule, providers: [...rule.providers, ...earlier] })),
    options.where,
  );
}

interface Reading extends EncryptionConfigurationOptions {
  readonly problems: Message[];
}

function readRule(entry: unknown, path: string, reading: Reading): readonly EncryptionRule[] {
  const { problems } = reading;
  const { resources, providers } = isJsonObject(entry) ? entry : {};
  const names = asList(resources).filter((name) => typeof name === 'string');
  if (names.length === 0) problems.push(atPath(`${path}.resources`, encryptionMessages.noResources));
  for (const name of names) {
    if (!/^(\*|[a-z0-9-]+)(\.(\*|[a-z0-9.-]*))?$/.test(name) || name === '*' || /^[^*].*\*/.test(name)) {
      problems.push(atPath(`${path}.resources`, encryptionMessages.badResource({ name })));
    }
  }
  const made = asList(providers).flatMap((provider, index) =>
    readProvider(provider, `${path}.providers[${index}]`, reading),
  );
  const [first, ...others] = made;
  if (first !== undefined) return [ruleFor(names, [first, ...others])];
  if (asList(providers).length === 0) problems.push(atPath(`${path}.providers`, encryptionMessages.noProviders));
  return [];
}

function readProvider(entry: unknown, path: string, reading: Reading): readonly EncryptionProvider[] {
  const [name, ...more] = isJsonObject(entry) ? Object.keys(entry) : [];
  if (name === undefined || more.length > 0 || !isJsonObject(entry)) {
    reading.problems.push(atPath(path, encryptionMessages.oneProvider));
    return [];
  }
  if (name === 'identity') return [identityProvider];
  const make = CIPHERS.get(name);
  if (make === undefined) {
    reading.problems.push(atPath(path, encryptionMessages.unknownProvider({ name })));
    return [];
  }
  const settings = entry[name];
  const keys = asList(isJsonObject(settings) ? settings.keys : undefined).flatMap((key, index) =>
    readKey(key, `${path}.${name}.keys[${index}]`, reading.problems),
  );
  const [first, ...others] = keys;
  if (first === undefined) {
    reading.problems.push(atPath(`${path}.${name}.keys`, encryptionMessages.noKeys));
    return [];
  }
  if (new Set(keys.map((key) => key.name)).size < keys.length) {
    reading.problems.push(atPath(`${path}.${name}.keys`, encryptionMessages.keyTwice));
  }
  return [make({ keys: [first, ...others], random: reading.random, where: reading.where })];
}

const CIPHERS: ReadonlyMap<string, (options: CipherProviderOptions) => EncryptionProvider> = new Map([
  ['aesgcm', aesgcmProvider],
  ['aescbc', aescbcProvider],
]);

function readKey(entry: unknown, path: string, problems: Message[]): readonly NamedKey[] {
  const { name, secret } = isJsonObject(entry) ? entry : {};
  if (typeof name !== 'string' || !/^[\x21-\x39\x3b-\x7e]{1,253}$/.test(name)) {
    problems.push(atPath(`${path}.name`, encryptionMessages.keyName));
    return [];
  }
  const bytes = typeof secret === 'string' ? Buffer.from(secret, 'base64') : Buffer.alloc(0);
  // The value itself is never part of a message.
  if (![16, 24, 32].includes(bytes.byteLength)) {
    problems.push(atPath(`${path}.secret`, encryptionMessages.keySecret));
    return [];
  }
  return [{ name, secret: bytes }];
}

/** Resources are `secrets`, `deployments.apps`, `*.apps` (a group), `*.` (the core group) or `*.*` (all). */
function ruleFor(
  names: readonly string[],
  providers: readonly [EncryptionProvider, ...EncryptionProvider[]],
): EncryptionRule {
  const groups = names.filter((name) => name.startsWith('*.')).map((name) => name.slice(2));
  const single = new Set(names.filter((name) => !name.startsWith('*')));
  const matches = (collection: string): boolean => {
    if (groups.includes('*')) return true;
    // Collections of custom resources carry their group, built-in ones do not.
    const builtin = builtinResources.filter(({ plural }) => plural === collection);
    const full = builtin.length === 0 ? [collection] : builtin.map(({ plural, group }) => fullName(plural, group));
    return full.some((name) => single.has(name) || groups.includes(resourceGroup(name)));
  };
  const exact = groups.length === 0 && [...single].every((name) => !name.includes('.'));
  return { providers, matches, patterns: exact ? [...single].map((name) => `/registry/${name}/*`) : ['/registry/*'] };
}

function fullName(plural: string, group: string): string {
  return group === '' ? plural : `${plural}.${group}`;
}

function resourceGroup(name: string): string {
  const dot = name.indexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function parseConfiguration({ text, where }: EncryptionConfigurationOptions): unknown {
  try {
    return parse(text);
  } catch {
    // Not the parser's own message: it quotes the text, and with it keys.
    throw new TerminalError(encryptionMessages.notYaml({ where }), { code: 'ENCRYPTION_CONFIGURATION_INVALID' });
  }
}

function invalid(where: string, problems: readonly [Message, ...Message[]]): TerminalError {
  const [only, ...others] = problems;
  const all = others.reduce((first, second) => startMessages.twoLines({ first, second }), only);
  return new TerminalError(encryptionMessages.invalid({ where, problems: all }), {
    code: 'ENCRYPTION_CONFIGURATION_INVALID',
  });
}

function atPath(path: string, problem: Message): Message {
  return encryptionMessages.atPath({ path, problem });
}

/** A key that values of an object store are encrypted with. */
export interface ObjectStoreKey {
  /** `kubemin` for those of the key file, else a provider of an EncryptionConfiguration. */
  readonly provider: string;
  readonly name: string;
  readonly values: number;
}

/** The keys in use in the file store of a directory, also while a server works on it; empty where there is none. */
export function objectStoreKeys(directory: string): readonly ObjectStoreKey[] {
  const path = join(directory, FILE_NAME);
  if (!existsSync(path)) return [];
  const database = new DatabaseSync(path, { readOnly: true, timeout: 2_000 });
  try {
    const rows = database.prepare(
      `SELECT CAST(substr(value, 1, ${HEAD_BYTES}) AS TEXT) AS head FROM log WHERE substr(value, 1, 8) = ?`,
    );
    const counts = new Map<string, number>();
    for (const { head } of rows.iterate(Buffer.from('k8s:enc:'))) {
      const [, provider = '', key = ''] = /^k8s:enc:([^:]*):[^:]*:([^:]*):/.exec(String(head)) ?? [];
      const name = `${provider}:${key}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return [...counts].map(([mark, values]) => {
      const [provider = '', ...name] = mark.split(':');
      return { provider, name: name.join(':'), values };
    });
  } finally {
    database.close();
  }
}
