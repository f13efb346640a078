/**
 * Building blocks of schemas: durations, quantities, ports, names, image references, labels. `field` attaches hints
 * (aliases, codes, preparation) to a zod schema and must be called last, since a schema that is refined afterwards
 * loses them. `Canonicaliser` brings input into the spelling of a schema and never changes keys of maps, which belong
 * to the user; what does not fit is left for the schema to reject. `FormBuilder` derives form fields.
 */
export {
  applicationFields,
  applicationSchema,
  DEFAULT_CLUSTER,
  DEFAULT_VERSION,
  LONGEST_PROJECT_NAME,
} from './application.ts';
export { Canonicaliser } from './canonicaliser.ts';
export { dnsName, isSubdomain, numberedName, toDnsLabel } from './dns-name.ts';
export { duration, durationMs } from './duration.ts';
export { commandLine, environment, envName, moreEnvironment } from './environment.ts';
export { countPresent, repetitions } from './exactly-one.ts';
export { type ExtraField, extraFields, namedPath, placeKey, type UnknownFieldPolicy, weave } from './extra-field.ts';
export { type FieldHints, field } from './field.ts';
export { FormBuilder } from './form-builder.ts';
export { imageFault, imageReference } from './image-reference.ts';
export { boundsFault } from './input-bounds.ts';
export { foldKey, readTypeName } from './key-index.ts';
export { annotations, isLabelValue, isQualifiedName, labelSelector, labels } from './labels.ts';
export { plainCredential } from './plain-credential.ts';
export { exposedPorts, port, ports } from './port.ts';
export { isPositiveQuantity, isQuantity, normaliseQuantity, normaliseSize, quantityValue } from './quantity.ts';
export { type RetryPolicy, retryPolicy } from './retry.ts';
export { schemaAt, schemaDefault, unwrapSchema } from './schema-walk.ts';
export { Shapes } from './shape.ts';
export {
  type ParameterType,
  type ParameterValue,
  parameterValue,
  type TemplateParameter,
} from './template-parameter.ts';
export type { OnFailure, StepInput, StepOutput, WorkflowMode, WorkflowStep, WorkflowSubStep } from './workflow-step.ts';
