import type { Message } from '@kubemin/base/message';
import { isQuantity, type ParameterValue, quantityValue, type TemplateParameter } from '../field/index.ts';
import { fieldMessages, parameterMessages } from '../messages/index.ts';
import { shortList, suggestion } from '../problem/index.ts';

/** Values by the name of their parameter. */
export type GivenParameters = Readonly<Record<string, ParameterValue>>;
export type ParameterValues = ReadonlyMap<string, ParameterValue>;

/** What is wrong with a given value, or that one is missing. */
export interface ParameterFault {
  readonly parameter: string;
  readonly code: 'UNKNOWN_PARAMETER' | 'MISSING_PARAMETER' | 'INVALID_PARAMETER_VALUE';
  readonly message: Message;
  readonly fix: Message;
}

/** A pattern is applied to no more than this: the time it takes grows with a power of the length. */
export const LONGEST_MATCHED = 256;

/** Stands for the stored value of a secret, so that rules for the value do not apply to it. */
const MASK = /^\*{8}$/;

/**
 * Checks the values that an application gives to the parameters of a template. `values` has what was given, and the
 * declared defaults; a parameter that is in neither keeps what the template has in its fields.
 */
export function readParameters(
  template: { readonly name: string; readonly parameters?: readonly TemplateParameter[] },
  given: GivenParameters,
): { readonly values: ParameterValues; readonly faults: readonly ParameterFault[] } {
  const parameters = template.parameters ?? [];
  const names = parameters.map(({ name }) => name);
  const faults: ParameterFault[] = Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => ({
      parameter: name,
      code: 'UNKNOWN_PARAMETER',
      message: parameterMessages.unknown({ template: template.name, name, hint: suggestion(name, names) }),
      fix:
        names.length === 0
          ? parameterMessages.unknownFixNone
          : parameterMessages.unknownFix({ names: shortList(names) }),
    }));
  const values = new Map<string, ParameterValue>();
  for (const parameter of parameters) {
    const { name, type, required } = parameter;
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value !== undefined) {
      const fault = parameterFault(parameter, value);
      if (fault === undefined) values.set(name, value);
      else faults.push({ parameter: name, code: 'INVALID_PARAMETER_VALUE', ...fault });
    } else if (required) {
      const message = parameterMessages.missing({ name, type });
      faults.push({ parameter: name, code: 'MISSING_PARAMETER', message, fix: parameterMessages.missingFix({ name }) });
    } else if (parameter.default !== undefined) values.set(name, parameter.default);
  }
  return { values, faults };
}

/** Why a parameter does not allow a value; undefined if it does. */
export function parameterFault(
  parameter: TemplateParameter,
  value: ParameterValue,
): { readonly message: Message; readonly fix: Message } | undefined {
  const message = typeFault(parameter, value) ?? boundsFault(parameter, value) ?? patternFault(parameter, value);
  if (message === undefined) return undefined;
  const isUnquoted = isTextType(parameter) && typeof value !== 'string';
  return { message, fix: isUnquoted ? parameterMessages.quoteFix : parameterMessages.valueTypeFix };
}

function isTextType({ type }: TemplateParameter): boolean {
  return type === 'string' || type === 'secret';
}

function typeFault(parameter: TemplateParameter, value: ParameterValue): Message | undefined {
  const { name, type, values = [] } = parameter;
  const expected = (message: Message) => parameterMessages.valueType({ name, expected: message });
  if (type === 'enum') {
    if (values.includes(value)) return undefined;
    return parameterMessages.valueNotListed({ name, values: shortList(values.map(String)) });
  }
  if (isTextType(parameter)) return typeof value === 'string' ? undefined : expected(fieldMessages.string);
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : expected(fieldMessages.boolean);
  if (type === 'quantity') {
    return typeof value === 'string' && isQuantity(value) ? undefined : expected(parameterMessages.quantity);
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return expected(type === 'integer' ? fieldMessages.wholeNumber : fieldMessages.number);
  }
  return type === 'integer' && !Number.isSafeInteger(value) ? expected(fieldMessages.wholeNumber) : undefined;
}

function boundsFault(parameter: TemplateParameter, value: ParameterValue): Message | undefined {
  const { name, type, minimum, maximum } = parameter;
  if (type === 'boolean' || type === 'enum' || isMask(parameter, value)) return undefined;
  const size = isTextType(parameter) ? [...String(value)].length : amount(value);
  if (minimum !== undefined && size < amount(minimum)) {
    const params = { name, minimum: String(minimum) };
    return isTextType(parameter) ? parameterMessages.valueTooShort(params) : parameterMessages.valueTooSmall(params);
  }
  if (maximum !== undefined && size > amount(maximum)) {
    const params = { name, maximum: String(maximum) };
    return isTextType(parameter) ? parameterMessages.valueTooLong(params) : parameterMessages.valueTooBig(params);
  }
  return undefined;
}

/** What a number or quantity amounts to; NaN compares with nothing. */
export function amount(value: ParameterValue): number {
  return typeof value === 'string' ? quantityValue(value) : Number(value);
}

function patternFault(parameter: TemplateParameter, value: ParameterValue): Message | undefined {
  const { name, pattern } = parameter;
  if (pattern === undefined || typeof value !== 'string' || isMask(parameter, value)) return undefined;
  if (value.length > LONGEST_MATCHED) {
    return parameterMessages.valueTooLongForPattern({ name, most: LONGEST_MATCHED });
  }
  return new RegExp(`^(?:${pattern})$`, 'u').test(value)
    ? undefined
    : parameterMessages.valuePattern({ name, pattern });
}

function isMask({ type }: TemplateParameter, value: ParameterValue): boolean {
  return type === 'secret' && MASK.test(String(value));
}

const PLACEHOLDER = /\{([A-Za-z][A-Za-z0-9_-]*)\}/g;

/** The names that a text refers to. */
export function placeholders(text: string): readonly string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/**
 * A text with its parameters filled in. One that would contain the mask of a secret is the mask as a whole: the field
 * it fills is secret, and keeps its value.
 */
export function fieldText(text: string, values: ParameterValues): string {
  const masked = placeholders(text).some((name) => MASK.test(String(values.get(name) ?? '')));
  if (masked) return '********';
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => String(values.get(name) ?? whole));
}
