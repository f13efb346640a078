import { dataMessages } from '../messages/index.ts';
import type { FieldNote } from './field.ts';

const SECRET_WORD =
  /(^|_)(PASSWORD|PASSWD|PASSPHRASE|TOKEN|SECRET|SECRET_?KEY|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIALS?|SECRET_KEY_BASE)\d*$|_(PWD|PASS)$/i;
const ADDRESS_WITH_PASSWORD = /:\/\/[^/\s:@]+:[^/\s@]+@/;
/** `$(OTHER)` and `${OTHER}` are put in later; switches and paths are not secrets themselves. */
const HARMLESS = /^(|true|false|yes|no|\$\(.*\)|\$\{.*\}|\/.*)$/i;
/** The same with the password left to another variable. */
const PASSWORD_FROM_VARIABLE = /:\/\/[^/\s:@]+:\$[({][^@]*@/;

/** The problem of a variable that seems to hold a readable credential; undefined when it does not. */
export function plainCredential(name: string, value: unknown): FieldNote | undefined {
  if (typeof value !== 'string' || HARMLESS.test(value.trim())) return undefined;
  const inAddress = ADDRESS_WITH_PASSWORD.test(value) && !PASSWORD_FROM_VARIABLE.test(value);
  if (!inAddress && !SECRET_WORD.test(name.replaceAll(/[-.]/g, '_'))) return undefined;
  return {
    code: 'PLAIN_TEXT_CREDENTIAL',
    // The value itself must never get into messages, which end up in logs.
    message: inAddress ? dataMessages.urlWithPassword({ name }) : dataMessages.plainCredential({ name }),
    fix: dataMessages.useSecret,
    severity: 'warning',
  };
}
