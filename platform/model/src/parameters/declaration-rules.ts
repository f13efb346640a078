import type { Message } from '@kubemin/base/message';
import { isQuantity, type TemplateParameter } from '../field/index.ts';
import { fieldMessages, parameterMessages } from '../messages/index.ts';
import { type DocumentPath, formatPath, ignoredField, type Report } from '../problem/index.ts';
import { type FoundField, findField } from './field-path.ts';
import { amount, parameterFault, placeholders } from './parameter-values.ts';

/** What the declarations are part of. */
export interface DeclaringDocument {
  readonly parameters: readonly TemplateParameter[];
  readonly tmpEnable: boolean;
  /** Undefined while some of them come from templates that are not resolved: their fields are not known. */
  readonly components: readonly { readonly name: string }[] | undefined;
}

/** Reports everything that is wrong with the parameters that a template declares. */
export function checkParameters(document: DeclaringDocument, report: Report): void {
  const { parameters, tmpEnable, components } = document;
  if (parameters.length > 0 && !tmpEnable) {
    report(ignoredField(['parameters'], parameterMessages.notATemplate, parameterMessages.notATemplateFix));
  }
  const names = new Set<string>();
  const filled = new Map<string, string>();
  for (const [index, parameter] of parameters.entries()) {
    const at = ['parameters', index];
    const { name } = parameter;
    if (names.has(name)) {
      const message = parameterMessages.nameTaken({ name });
      report({ path: [...at, 'name'], code: 'DUPLICATE_PARAMETER', message, fix: fieldMessages.renameOneOfTwo });
    }
    names.add(name);
    checkValueRules(parameter, at, report);
    for (const [place, target] of parameter.fields.entries()) {
      const path = [...at, 'fields', place];
      if (target.text !== undefined) checkText(parameter, target.text, { parameters, path, report });
      if (components === undefined) continue;
      const found = findField(components, target.path);
      if ('code' in found) {
        report({ path: [...path, 'path'], ...found });
        continue;
      }
      const key = `${found.component} ${formatPath(found.path)}`;
      const other = filled.get(key);
      if (other !== undefined) {
        const message = parameterMessages.fieldTaken({ name: other });
        report({ path: [...path, 'path'], code: 'DUPLICATE_PARAMETER', message, fix: parameterMessages.fieldTakenFix });
      }
      filled.set(key, name);
      const fault = fieldFault(parameter, found, { parameters, ...target });
      if (fault !== undefined) report({ path: [...path, 'path'], code: 'INVALID_PARAMETER', ...fault });
    }
  }
}

/** What a declaration demands of values, and whether its own default meets it. */
function checkValueRules(parameter: TemplateParameter, at: DocumentPath, report: Report): void {
  const { type, values, pattern, minimum, maximum, required } = parameter;
  const refuse = (field: string, message: Message, fix: Message) =>
    report({ path: [...at, field], code: 'INVALID_PARAMETER', message, fix });
  if (type === 'enum' && values === undefined) {
    refuse('values', parameterMessages.enumWithoutValues, parameterMessages.enumValuesFix);
  }
  if (type !== 'enum' && values !== undefined) {
    report(ignoredField([...at, 'values'], parameterMessages.valuesWithoutEnum));
  }
  const isText = type === 'string' || type === 'secret';
  if (pattern !== undefined) {
    if (!isText) report(ignoredField([...at, 'pattern'], parameterMessages.patternWithoutText));
    const fault = patternFault(pattern);
    if (fault !== undefined) refuse('pattern', fault, parameterMessages.patternFix);
    if (fault !== undefined) return;
  }
  const bounds = Object.entries({ minimum, maximum }).filter(([, bound]) => bound !== undefined);
  for (const [field, bound = 0] of bounds) {
    if (type === 'boolean' || type === 'enum') {
      report(ignoredField([...at, field], parameterMessages.boundsWithoutSize({ type })));
    } else if (type === 'quantity' ? !isQuantity(String(bound)) : typeof bound !== 'number') {
      const expected = type === 'quantity' ? parameterMessages.quantity : fieldMessages.number;
      refuse(field, parameterMessages.boundWrong({ field, type, expected }), parameterMessages.boundFix);
    }
  }
  if (minimum !== undefined && maximum !== undefined && amount(minimum) > amount(maximum)) {
    refuse('minimum', parameterMessages.boundsReversed, parameterMessages.boundsReversedFix);
  }
  if (parameter.default === undefined) return;
  if (type === 'secret') {
    refuse('default', parameterMessages.secretDefault, parameterMessages.secretDefaultFix);
    return;
  }
  if (required) report(ignoredField([...at, 'default'], parameterMessages.defaultOfRequired));
  const fault = parameterFault(parameter, parameter.default);
  if (fault !== undefined) {
    refuse('default', parameterMessages.defaultInvalid({ reason: fault.message }), parameterMessages.defaultFix);
  }
}

function checkText(
  parameter: TemplateParameter,
  text: string,
  { parameters, path, report }: Pick<DeclaringDocument, 'parameters'> & { readonly path: DocumentPath; report: Report },
): void {
  const at = { path: [...path, 'text'], code: 'INVALID_PARAMETER' };
  const names = placeholders(text);
  if (!names.includes(parameter.name)) {
    report({ ...at, message: parameterMessages.textWithout({ name: parameter.name }), fix: parameterMessages.textFix });
  }
  for (const name of new Set(names)) {
    const used = parameters.find((each) => each.name === name);
    if (used === undefined) {
      report({ ...at, message: parameterMessages.textUnknown({ name }), fix: parameterMessages.textFix });
    } else if (!used.required && used.default === undefined) {
      const message = parameterMessages.textUndetermined({ name });
      report({ ...at, message, fix: parameterMessages.textUndeterminedFix });
    }
  }
}

/** Why a parameter cannot fill a field that the template has. */
function fieldFault(
  { name, type, values = [] }: TemplateParameter,
  { path, value }: FoundField,
  target: Pick<DeclaringDocument, 'parameters'> & { readonly path: string; readonly text?: string | undefined },
): { readonly message: Message; readonly fix: Message } | undefined {
  const isSecretField = path.length === 3 && path[0] === 'properties' && path[1] === 'secret';
  const secrets = (target.text === undefined ? [name] : placeholders(target.text)).filter((each) =>
    target.parameters.some((parameter) => parameter.name === each && parameter.type === 'secret'),
  );
  const [secret] = secrets;
  if (secret !== undefined && !isSecretField) {
    const fix = parameterMessages.secretFieldFix;
    return type === 'secret'
      ? { message: parameterMessages.secretField, fix }
      : { message: parameterMessages.textSecret({ name: secret }), fix };
  }
  if (target.text !== undefined) {
    return typeof value === 'string'
      ? undefined
      : { message: parameterMessages.textOnly, fix: parameterMessages.textFix };
  }
  if (isSecretField && type !== 'secret') {
    const message = parameterMessages.needsSecretType({ path: target.path });
    return { message, fix: parameterMessages.fieldTypeFix };
  }
  if (typeof value === 'string') return undefined;
  const isNumber = typeof value === 'number';
  const fits =
    type === 'enum'
      ? values.every((each) => typeof each === typeof value)
      : isNumber
        ? type === 'integer' || type === 'number'
        : type === 'boolean';
  if (fits) return undefined;
  const expected = isNumber ? fieldMessages.number : fieldMessages.boolean;
  return {
    message: parameterMessages.fieldType({ path: target.path, expected, type }),
    fix: parameterMessages.fieldTypeFix,
  };
}

const MOST_OPEN_REPETITIONS = 3;

/**
 * Why a pattern is refused. Patterns come from users and are applied in the platform's process, so those that can take
 * exponential time are not accepted: repeated groups that repeat inside, back references, lookaround.
 */
function patternFault(pattern: string): Message | undefined {
  try {
    new RegExp(`^(?:${pattern})$`, 'u');
  } catch (error) {
    return parameterMessages.patternUnreadable({ reason: error instanceof Error ? error.message : String(error) });
  }
  return isCheapPattern(pattern) ? undefined : parameterMessages.patternTooCostly;
}

function isCheapPattern(pattern: string): boolean {
  // Escapes and classes are single characters for this purpose.
  if (/\\(?:[1-9]|k<)|\(\?[=!<]/.test(pattern)) return false;
  const plain = pattern
    .replaceAll(/\\./gu, 'c')
    .replaceAll(/\[[^\]]*\]/gu, 'c')
    .replaceAll('(?:', '(');
  let depth = 0;
  const repeats: boolean[] = [];
  for (const [at, character] of [...plain].entries()) {
    if (character === '(') {
      depth += 1;
      repeats[depth] = false;
    } else if (character === ')') {
      const inner = repeats[depth] === true;
      depth -= 1;
      const isRepeated = /^[*+{]/.test(plain.slice(at + 1));
      if (isRepeated && inner) return false;
      repeats[depth] = repeats[depth] === true || inner;
    } else if (/[*+{?|]/.test(character)) repeats[depth] = true;
  }
  return (plain.match(/[*+]|\{\d*,\d*\}/g) ?? []).length <= MOST_OPEN_REPETITIONS;
}
