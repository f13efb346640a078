import { fieldError } from '@kubemin/kubeapi';
import type { Problems } from './field-checks.ts';

const MAX_LENGTH = 253;
const CHARACTERS = /^[-._a-zA-Z0-9]+$/;
const RULE =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

/** Keys of config maps and secrets: they become names of files and variables. */
export function isDataKey(key: string): boolean {
  return key.length <= MAX_LENGTH && CHARACTERS.test(key) && key !== '.' && !key.startsWith('..');
}

/** What keeps a key from being one, at the path where it stands. */
export function dataKeyProblems(path: string, key: string): Problems {
  if (isDataKey(key)) return [];
  return [
    ...(key.length > MAX_LENGTH ? [`must be no more than ${MAX_LENGTH} characters`] : []),
    ...(CHARACTERS.test(key) ? [] : [RULE]),
    ...(key === '.' ? ["must not be '.'"] : []),
    ...(key === '..' ? ["must not be '..'"] : []),
    ...(key.startsWith('..') && key !== '..' ? ["must not start with '..'"] : []),
  ].map((why) => fieldError.invalid(path, key, why));
}
