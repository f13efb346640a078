import { parseGoDuration } from '@kubemin/base';
import type { Grant, Role } from '@kubemin/client';
import { commandMessages, readerMessages } from '../../messages/index.ts';
import { PREFERENCE_NAMES, type PreferenceName } from '../../terminal/index.ts';
import { InvalidValue, type Reader } from '../parameter.ts';
import type { ShellName } from '../shells.ts';

/** A field of a request: what is JSON for a number, true, false or null is that; all else is text. */
export interface ApiField {
  readonly key: string;
  readonly value: string | number | boolean | null;
}

/** Reads `key=value`. */
export function apiField(text: string): ApiField {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidValue(readerMessages.keyValue);
  return { key: text.slice(0, at), value: scalar(text.slice(at + 1)) };
}

function scalar(text: string): ApiField['value'] {
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text === 'null') return null;
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,9})?$/.test(text) ? Number(text) : text;
}

/** Reads `Name: value`. */
export function apiHeader(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidValue(readerMessages.header);
  }
  return [name, value];
}

/** Reads the path of a directory. Empty, as an unset variable of a script leaves it, would mean the current one. */
export const directoryName: Reader<string> = (text) => {
  if (text !== '') return text;
  throw new InvalidValue(readerMessages.directory);
};

const DAY_MS = 24 * 3_600_000;

/** Reads `90d`, `12h`, `1h30m`, `45s`. */
export const durationMs: Reader<number> = (text) => {
  const days = /^(\d+)d$/.exec(text)?.[1];
  const ms = days === undefined ? parseGoDuration(text) : Number(days) * DAY_MS;
  if (ms !== undefined && ms > 0) return ms;
  throw new InvalidValue(readerMessages.duration);
};

// Written out: the contract would be loaded for every command that is typed.
const EVERYWHERE = '*';
const ROLES: readonly Role[] = ['viewer', 'deployer', 'exec', 'operator', 'admin'];

/** Reads a role, in a project or everywhere: `shop=deployer`, `viewer`. */
export const projectRole: Reader<Grant> = (text) => {
  const at = text.lastIndexOf('=');
  const role = ROLES.find((each) => each === text.slice(at + 1));
  if (role !== undefined) return { project: at < 0 ? EVERYWHERE : text.slice(0, at), role };
  throw new InvalidValue(readerMessages.role({ roles: ROLES }));
};

/** An amount of one resource in a quota. */
export type QuotaAmount = { readonly cpu: string } | { readonly memory: string } | { readonly pods: number };

/** Reads `cpu=4`, `memory=8Gi`, `pods=50`. */
export const projectQuota: Reader<QuotaAmount> = (text) => {
  const [, resource, amount = ''] = /^(cpu|memory|pods)=(\d+(?:\.\d+)?(?:m|k|M|G|T|Ki|Mi|Gi|Ti)?)$/.exec(text) ?? [];
  if (resource === 'cpu') return { cpu: amount };
  if (resource === 'memory') return { memory: amount };
  if (resource === 'pods' && /^\d+$/.test(amount)) return { pods: Number(amount) };
  throw new InvalidValue(readerMessages.quota);
};

const PAGES = ['app', 'canvas', 'logs', 'revisions', 'run'] as const;

/** What can be opened besides the first page. */
export type OpenedPage = (typeof PAGES)[number];

/** Reads the name of a page. */
export function openedPage(text: string): OpenedPage {
  const found = PAGES.find((page) => page === text);
  if (found !== undefined) return found;
  throw new InvalidValue(commandMessages.chooseOneOf({ choices: PAGES }));
}

/** Reads the name of a preference. */
export function preferenceName(text: string): PreferenceName {
  const found = PREFERENCE_NAMES.find((each) => each === text);
  if (found !== undefined) return found;
  throw new InvalidValue(commandMessages.chooseOneOf({ choices: PREFERENCE_NAMES }));
}

/** Reads a regular expression. */
export const regularExpression: Reader<RegExp> = (text) => {
  try {
    return new RegExp(text);
  } catch {
    throw new InvalidValue(readerMessages.regularExpression);
  }
};

/** How many copies of a component there shall be. */
export type ComponentReplicas = readonly [component: string, count: number];

/** Reads `web=3`. */
export const componentReplicas: Reader<ComponentReplicas> = (text) => {
  const [, component, count] = /^([^=\s]+)=(\d{1,5})$/.exec(text) ?? [];
  if (component !== undefined) return [component, Number(count)];
  throw new InvalidValue(readerMessages.replicas);
};

/** Reads the number of a revision. */
export const revisionNumber: Reader<number> = (text) => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidValue(readerMessages.revision);
};

const NAMES: readonly ShellName[] = ['bash', 'zsh', 'fish', 'powershell'];

/** Reads the name of a shell. */
export function shellName(text: string): ShellName {
  const found = NAMES.find((name) => name === text);
  if (found !== undefined) return found;
  throw new InvalidValue(commandMessages.chooseOneOf({ choices: NAMES }));
}

/** Reads a whole number between two others. */
export function wholeNumber(least: number, most: number): Reader<number> {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidValue(readerMessages.wholeNumber({ least, most }));
  };
}
