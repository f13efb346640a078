/**
 * Parameters of templates. `checkParameters` finds what is wrong with declarations, `findField` where a parameter's
 * path leads in a template, `readParameters` turns given values into checked ones, each of the type of its parameter.
 * `describeParameters` gives what a form, a JSON Schema or a prompt needs. All of them are pure; values of secrets
 * appear in no message.
 */
export { checkParameters } from './declaration-rules.ts';
export { type FoundField, findField } from './field-path.ts';
export { describeParameters, type ParameterDescription, type ParametersDescription } from './parameter-form.ts';
export {
  fieldText,
  type GivenParameters,
  type ParameterFault,
  type ParameterValues,
  parameterFault,
  readParameters,
} from './parameter-values.ts';
