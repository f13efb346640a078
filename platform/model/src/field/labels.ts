import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import { fieldMessages } from '../messages/index.ts';
import { rejectedIssue } from '../problem/index.ts';
import { isSubdomain } from './dns-name.ts';
import { type FieldHints, type FieldNote, field } from './field.ts';

const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
/** Keys that belong to the platform, which finds its objects by them. */
const RESERVED = /^(kube-min-cli|kubemin-share-)/;
const FIX = fieldMessages.labelFormat;

/** Labels the user wants on objects. Those the platform manages itself are taken out, with a warning. */
export function labels() {
  return metadataMap(isLabelValue, { prepare: withoutReserved });
}

/** Labels that other objects are found by, whatever their origin. */
export function labelSelector() {
  return metadataMap(isLabelValue);
}

/** Annotations the user wants on objects; any value is allowed. */
export function annotations() {
  return metadataMap(() => true);
}

/** True for a key that labels, annotations and taints can have: `name` or `domain/name`. */
export function isQualifiedName(key: string): boolean {
  const slash = key.indexOf('/');
  return NAME.test(key.slice(slash + 1)) && (slash === -1 || isSubdomain(key.slice(0, slash)));
}

/** True for a value that labels and taints can have. */
export function isLabelValue(value: string): boolean {
  return value === '' || NAME.test(value);
}

function metadataMap(isValue: (value: string) => boolean, hints: FieldHints = {}) {
  const map = z.record(z.string(), z.string()).superRefine(
    (entries, context) => {
      for (const [key, value] of Object.entries(entries)) {
        // A value of another type has been reported.
        if (typeof value !== 'string' || (isQualifiedName(key) && isValue(value))) continue;
        context.addIssue(
          rejectedIssue(fieldMessages.labelInvalid({ key, value }), { code: 'INVALID_LABEL', path: [key] }),
        );
      }
    },
    { when: ({ value }) => isRecord(value) },
  );
  return field(map, { fix: FIX, ...hints }).default({});
}

function withoutReserved(value: unknown, report: (note: FieldNote) => void): unknown {
  if (!isRecord(value)) return value;
  const [kept, reserved]: [string[], string[]] = [[], []];
  for (const key of Object.keys(value)) (RESERVED.test(key) ? reserved : kept).push(key);
  for (const key of reserved) {
    report({
      path: [key],
      code: 'RESERVED_LABEL',
      message: fieldMessages.labelManaged({ key }),
      fix: fieldMessages.labelKeyFix,
      severity: 'warning',
    });
  }
  return reserved.length === 0 ? value : Object.fromEntries(kept.map((key) => [key, value[key]]));
}
