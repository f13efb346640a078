import type { Clock } from '@kubemin/base';
import { type ResourceInfo, timestamp } from '@kubemin/kubeapi';
import type { CustomResourceConversion } from '@kubemin/kubeapi/types/apiextensions.v1';
import type { Strategy } from '../../strategy/index.ts';
import type { SchemaReadings } from '../schema/schema-readings.ts';
import { approvalProblems } from './api-approval.ts';
import { withCondition } from './condition.ts';
import { CLEANUP_FINALIZER, type Definition, isTerminating } from './definition.ts';
import { definitionChangeProblems, definitionProblems, storedVersionProblems } from './definition-problems.ts';
import { definitionStatus } from './definition-status.ts';
import { definitionWarnings } from './definition-warnings.ts';

const HTTPS_PORT = 443;

export interface DefinitionStrategyOptions {
  /** All definitions there are now. */
  readonly definitions: () => Iterable<Definition>;
  readonly builtins: readonly ResourceInfo[];
  readonly schemas: SchemaReadings;
  readonly clock: Clock;
}

/** Definitions: checked as a whole, with a status that follows from all of them, and held by their objects. */
export function definitionStrategy(options: DefinitionStrategyOptions): Strategy<Definition> {
  const now = (): string => timestamp(options.clock.now());
  const { builtins, schemas } = options;
  const settled = (definition: Definition): Definition => ({
    ...definition,
    status: definitionStatus(definition, { builtins, schemas, others: options.definitions(), now: now() }),
  });
  return {
    requiresResourceVersion: true,
    defaults: defaultDefinition,
    prepareForCreate: ({ status: _, ...definition }) => settled(definition),
    prepareForUpdate: settled,
    validate: (definition) => definitionProblems(definition, schemas),
    validateCreate: (definition) => approvalProblems(definition),
    validateUpdate: (definition, current) => [
      ...definitionChangeProblems(definition, current),
      ...storedVersionProblems(definition),
      ...approvalProblems(definition, current),
    ],
    validateStatus: storedVersionProblems,
    warnings: (definition) => definitionWarnings(definition, schemas),
    // Not yet marked, it is held; marked, its finalizer holds it.
    holdsDeletion: (definition) => !isTerminating(definition),
    markDeleted(definition) {
      const finalizers = [...new Set([...(definition.metadata.finalizers ?? []), CLEANUP_FINALIZER])];
      const terminating = {
        type: 'Terminating',
        status: 'True',
        reason: 'InstanceDeletionPending',
        message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
      } as const;
      const conditions = withCondition(definition.status?.conditions ?? [], terminating, now());
      return {
        ...definition,
        metadata: { ...definition.metadata, finalizers },
        status: { ...definition.status, conditions },
      };
    },
  };
}

/** Fills in what a definition leaves to Kubernetes: the names that follow from the kind, no conversion. */
export function defaultDefinition(definition: Definition): Definition {
  const { spec } = definition;
  const { kind, singular, listKind } = spec.names;
  const names = {
    ...spec.names,
    singular: singular ?? kind.toLowerCase(),
    listKind: listKind ?? (kind === '' ? '' : `${kind}List`),
  };
  const { conversion = { strategy: 'None' } } = spec;
  return { ...definition, spec: { ...spec, names, conversion: withServicePort(conversion) } };
}

function withServicePort(conversion: CustomResourceConversion): CustomResourceConversion {
  const { webhook } = conversion;
  const { service } = webhook?.clientConfig ?? {};
  if (webhook === undefined || service === undefined) return conversion;
  const clientConfig = { ...webhook.clientConfig, service: { ...service, port: service.port ?? HTTPS_PORT } };
  return { ...conversion, webhook: { ...webhook, clientConfig } };
}
