import type { Message } from '@kubemin/base/message';
import * as z from 'zod';
import { dataMessages, imageMessages } from '../messages/index.ts';
import { rejectedIssue } from '../problem/index.ts';
import { field } from './field.ts';

const PATH_PART = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const HOST =
  /^(?:\[[0-9a-fA-F:]+\]|(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])(?:\.(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9]))*)$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/;
const SHA256 = /^sha256:[0-9a-f]{64}$/;
const LONGEST_NAME = 255;
const EXAMPLE = imageMessages.format;

interface ImageFault {
  readonly message: Message;
  readonly fix: Message;
}

/** A container image: registry, path, tag and digest as container runtimes read them. Nothing but blanks is no image. */
export function imageReference(): z.ZodString {
  const image = z
    .string()
    .trim()
    .superRefine((text, context) => {
      const fault = text === '' ? undefined : imageFault(text);
      if (fault === undefined) return;
      context.addIssue(
        rejectedIssue(imageMessages.invalid({ image: shown(text), reason: fault.message }), {
          code: 'INVALID_IMAGE',
          fix: fault.fix,
        }),
      );
    });
  return field(image, { fix: EXAMPLE });
}

/** What is wrong with an image reference; undefined for one that runtimes accept. */
export function imageFault(text: string): ImageFault | undefined {
  if (/\s/.test(text)) return { message: imageMessages.space, fix: imageMessages.spaceFix };
  if (/^[a-z]+:\/\//i.test(text)) {
    return { message: imageMessages.scheme, fix: dataMessages.write({ value: text.replace(/^[a-z]+:\/\//i, '') }) };
  }
  if (/\$\{|\$\(|\{\{/.test(text)) {
    return { message: imageMessages.variable, fix: imageMessages.variableFix };
  }
  const [named = '', digest, ...more] = text.split('@');
  if (digest !== undefined && (more.length > 0 || !isDigest(digest))) {
    return {
      message: imageMessages.digest,
      fix: imageMessages.digestFix,
    };
  }
  const lastPart = named.slice(named.lastIndexOf('/') + 1);
  const colon = lastPart.indexOf(':');
  const tag = colon < 0 ? undefined : lastPart.slice(colon + 1);
  const name = tag === undefined ? named : named.slice(0, named.length - tag.length - 1);
  if (tag === '') return { message: imageMessages.emptyTag, fix: imageMessages.emptyTagFix({ name }) };
  if (tag !== undefined && !TAG.test(tag)) {
    return { message: imageMessages.tag({ tag }), fix: imageMessages.tagFix };
  }
  return nameFault(name, text);
}

function isDigest(text: string): boolean {
  return text.startsWith('sha256:') ? SHA256.test(text) : DIGEST.test(text);
}

function nameFault(name: string, text: string): ImageFault | undefined {
  if (name === '') return { message: imageMessages.noName, fix: EXAMPLE };
  if (name.length > LONGEST_NAME) {
    return {
      message: imageMessages.nameTooLong({ length: name.length }),
      fix: imageMessages.nameTooLongFix({ most: LONGEST_NAME }),
    };
  }
  const parts = name.split('/');
  const [first = '', ...others] = parts;
  // As runtimes distinguish a registry from the first part of a path.
  const hasRegistry = others.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  const path = hasRegistry ? others : parts;
  if (hasRegistry) {
    const [, host = '', port] = /^(.*?)(?::(\d*))?$/.exec(first) ?? [];
    if (!HOST.test(host)) return { message: imageMessages.registry({ registry: first }), fix: EXAMPLE };
    if (port !== undefined && (port === '' || Number(port) > 65_535)) {
      return { message: imageMessages.port({ registry: first }), fix: imageMessages.portFix };
    }
  }
  if (path.includes('')) return { message: imageMessages.emptyPart, fix: imageMessages.emptyPartFix };
  if (path.some((part) => /[A-Z]/.test(part))) {
    const lower = path.join('/').toLowerCase();
    const registry = hasRegistry ? `${first}/` : '';
    const fixed = `${registry}${lower}${text.slice(name.length)}`;
    return { message: imageMessages.upperCase, fix: dataMessages.write({ value: shown(fixed) }) };
  }
  const wrong = path.find((part) => !PATH_PART.test(part));
  if (wrong === undefined) return undefined;
  return {
    message: imageMessages.namePart({ part: shown(wrong) }),
    fix: imageMessages.namePartFix,
  };
}

function shown(text: string): string {
  return text.length > 100 ? `${text.slice(0, 97)}…` : text;
}
