import * as z from 'zod';
import { fieldMessages } from '../messages/index.ts';
import { rejectedIssue } from '../problem/index.ts';
import { field } from './field.ts';

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LONGEST_SUBDOMAIN = 253;

const FORMAT_FIX = fieldMessages.nameFormat;

/**
 * A name that becomes part of object names: trimmed, lower-cased, a DNS-1123 label of 2 to 63 characters, or of 1 with
 * `shortest`. With `empty: 'allowed'`, no name at all will do.
 */
export function dnsName({
  empty = 'refused',
  shortest = 2,
}: {
  readonly empty?: 'allowed' | 'refused';
  readonly shortest?: 1 | 2;
} = {}): z.ZodString {
  const name = z
    .string()
    .trim()
    .toLowerCase()
    .superRefine((value, context) => {
      const problem = value === '' && empty === 'allowed' ? undefined : dnsNameProblem(value, shortest);
      if (problem !== undefined) context.addIssue(problem);
    });
  return field(name, { fix: FORMAT_FIX });
}

function dnsNameProblem(value: string, shortest: number) {
  if (value === '') return rejectedIssue(fieldMessages.nameEmpty, { code: 'MISSING_REQUIRED_FIELD' });
  if (value.length < shortest) {
    const fix = fieldMessages.nameLength;
    return rejectedIssue(fieldMessages.nameTooShort({ name: value }), { code: 'NAME_TOO_SHORT', fix });
  }
  if (value.length > 63) {
    const fix = fieldMessages.nameLength;
    return rejectedIssue(fieldMessages.nameTooLong({ length: value.length }), { code: 'NAME_TOO_LONG', fix });
  }
  if (!LABEL.test(value)) {
    return rejectedIssue(fieldMessages.nameInvalid({ name: value }), { code: 'INVALID_NAME_FORMAT' });
  }
  return undefined;
}

/** True for a DNS-1123 subdomain, which most Kubernetes objects may be called by: labels with dots between them. */
export function isSubdomain(text: string): boolean {
  return text.length <= LONGEST_SUBDOMAIN && text.split('.').every((label) => LABEL.test(label));
}

/** Makes a DNS-1123 label out of any text: what is not allowed becomes "-". */
export function toDnsLabel(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .slice(0, 63)
    .replaceAll(/^-|-$/g, '');
}

/** `<base>-<kind>-<n>` for the entry at `index` of a list, the base cut where the whole would be too long. */
export function numberedName(base: string, kind: string, index: number): string {
  const end = `-${kind}-${index + 1}`;
  return toDnsLabel(`${base.slice(0, 63 - end.length)}${end}`);
}
