import { fieldError } from '@kubemin/kubeapi';
import { type Problems, portNumber } from './field-checks.ts';

const RULES: readonly { readonly holds: (name: string) => boolean; readonly text: string }[] = [
  { holds: (name) => name.length <= 15, text: 'must be no more than 15 characters' },
  {
    holds: (name) => /^[-a-z0-9]*$/.test(name),
    text: 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
  },
  { holds: (name) => /[a-z]/.test(name), text: 'must contain at least one letter (a-z)' },
  { holds: (name) => !name.includes('--'), text: 'must not contain consecutive hyphens' },
  { holds: (name) => !name.startsWith('-') && !name.endsWith('-'), text: 'must not begin or end with a hyphen' },
];

/** The IANA rules for names of ports. */
export function portName(path: string, name: string | undefined): Problems {
  if (name === undefined) return [];
  return RULES.filter(({ holds }) => !holds(name)).map(({ text }) => fieldError.invalid(path, name, text));
}

/** A port by number or by name. */
export function portReference(path: string, port: number | string | undefined): Problems {
  return typeof port === 'string' ? portName(path, port) : portNumber(path, port);
}
