import * as z from 'zod';
import { field } from '../field/index.ts';
import { networkMessages } from '../messages/index.ts';
import { rejection } from '../problem/index.ts';

const HOST = /^(\*\.)?([a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?\.)*[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const IP_ADDRESS = /^\d+(\.\d+){3}$/;
const UNSAFE_PATH = /\/\/|\/\.{1,2}(\/|$)|%2f/i;

const HOST_FIX = networkMessages.hostFormat;
const PATH_FIX = networkMessages.pathFormat;

/** A host that requests are addressed to; `*.` stands for one label. */
export function host() {
  const name = z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .refine((value) => HOST.test(value) && !IP_ADDRESS.test(value), {
      ...rejection((input) => networkMessages.hostInvalid({ host: String(input) }), {
        code: 'INVALID_HOST',
        fix: HOST_FIX,
      }),
    });
  return field(name, { code: 'INVALID_HOST', fix: HOST_FIX });
}

/** A list of hosts. */
export function hosts() {
  return z.array(host()).max(100);
}

/** A URL path or, where its type is regex, a pattern of one. */
export function urlPath() {
  const path = z
    .string()
    .trim()
    .max(4096)
    .refine((value) => value.startsWith('/'), {
      ...rejection((input) => networkMessages.pathWithoutSlash({ path: String(input) }), {
        code: 'INVALID_PATH',
        fix: PATH_FIX,
      }),
    });
  return field(path, { code: 'INVALID_PATH', fix: PATH_FIX });
}

/** What is wrong with a path that is meant literally; undefined when nothing is. */
export function literalPathProblem(path: string) {
  if (!UNSAFE_PATH.test(path)) return undefined;
  return { code: 'INVALID_PATH', message: networkMessages.pathAmbiguous({ path }), fix: PATH_FIX };
}

/** What is wrong with a pattern; undefined when nothing is. */
export function patternProblem(pattern: string) {
  try {
    new RegExp(pattern);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const fix = networkMessages.regexFix;
    return { code: 'INVALID_PATTERN', message: networkMessages.regexInvalid({ pattern, reason }), fix };
  }
}
