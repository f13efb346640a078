import * as z from 'zod';
import { field } from './field.ts';

const PATH_PART = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const HOST =
  /^(?:\[[0-9a-fA-F:]+\]|(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])(?:\.(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9]))*)$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/;
const SHA256 = /^sha256:[0-9a-f]{64}$/;
const LONGEST_NAME = 255;
const EXAMPLE = 'Write it as [registry[:port]/]name[:tag][@digest], such as "nginx:1.27".';

interface ImageFault {
  readonly message: string;
  readonly fix: string;
}

/** A container image: registry, path, tag and digest as container runtimes read them. Nothing but blanks is no image. */
export function imageReference(): z.ZodString {
  const image = z
    .string()
    .trim()
    .superRefine((text, context) => {
      const fault = text === '' ? undefined : imageFault(text);
      if (fault === undefined) return;
      context.addIssue({
        code: 'custom',
        message: `"${shown(text)}" is not an image: ${fault.message}.`,
        params: { code: 'INVALID_IMAGE', fix: fault.fix },
      });
    });
  return field(image, { fix: EXAMPLE });
}

/** What is wrong with an image reference; undefined for one that runtimes accept. */
export function imageFault(text: string): ImageFault | undefined {
  if (/\s/.test(text))
    return { message: 'it contains a space', fix: 'Remove the space; arguments belong under "args".' };
  if (/^[a-z]+:\/\//i.test(text)) {
    return { message: 'it starts with a URL scheme', fix: `Write "${text.replace(/^[a-z]+:\/\//i, '')}".` };
  }
  if (/\$\{|\$\(|\{\{/.test(text)) {
    return { message: 'it contains a variable, and nothing replaces it', fix: 'Write the value in its place.' };
  }
  const [named = '', digest, ...more] = text.split('@');
  if (digest !== undefined && (more.length > 0 || !isDigest(digest))) {
    return {
      message: 'the digest after "@" is not valid',
      fix: 'Write "@sha256:" and 64 lower-case hexadecimal digits.',
    };
  }
  const lastPart = named.slice(named.lastIndexOf('/') + 1);
  const colon = lastPart.indexOf(':');
  const tag = colon < 0 ? undefined : lastPart.slice(colon + 1);
  const name = tag === undefined ? named : named.slice(0, named.length - tag.length - 1);
  if (tag === '')
    return { message: 'nothing follows the ":"', fix: `Add a tag, such as "${name}:1.0", or remove the ":".` };
  if (tag !== undefined && !TAG.test(tag)) {
    return { message: `"${tag}" cannot be a tag`, fix: 'Use at most 128 letters, digits, "_", "." and "-".' };
  }
  return nameFault(name, text);
}

function isDigest(text: string): boolean {
  return text.startsWith('sha256:') ? SHA256.test(text) : DIGEST.test(text);
}

function nameFault(name: string, text: string): ImageFault | undefined {
  if (name === '') return { message: 'it has no name', fix: EXAMPLE };
  if (name.length > LONGEST_NAME) {
    return { message: `its name has ${name.length} characters`, fix: `Use at most ${LONGEST_NAME}.` };
  }
  const parts = name.split('/');
  const [first = '', ...others] = parts;
  // As runtimes tell a registry from the first part of a path.
  const hasRegistry = others.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  const path = hasRegistry ? others : parts;
  if (hasRegistry) {
    const [, host = '', port] = /^(.*?)(?::(\d*))?$/.exec(first) ?? [];
    if (!HOST.test(host)) return { message: `"${first}" cannot be a registry`, fix: EXAMPLE };
    if (port !== undefined && (port === '' || Number(port) > 65_535)) {
      return { message: `"${first}" has no valid port`, fix: 'Give a port from 1 to 65535, or remove the ":".' };
    }
  }
  if (path.includes('')) return { message: 'a part between slashes is empty', fix: 'Remove the extra "/".' };
  if (path.some((part) => /[A-Z]/.test(part))) {
    const lower = path.join('/').toLowerCase();
    const registry = hasRegistry ? `${first}/` : '';
    const fixed = `${registry}${lower}${text.slice(name.length)}`;
    return { message: 'its name has upper-case letters', fix: `Write "${shown(fixed)}".` };
  }
  const wrong = path.find((part) => !PATH_PART.test(part));
  if (wrong === undefined) return undefined;
  return {
    message: `"${shown(wrong)}" cannot be part of its name`,
    fix: 'Use lower-case letters and digits, with ".", "_" or "-" between them.',
  };
}

function shown(text: string): string {
  return text.length > 100 ? `${text.slice(0, 97)}…` : text;
}
