import * as z from 'zod';
import { componentMessages } from '../messages/index.ts';
import { dnsName } from './dns-name.ts';
import { field } from './field.ts';
import { templateParameter } from './template-parameter.ts';

/** The version of an application that has none. */
export const DEFAULT_VERSION = '1.0.0';

/** What the cluster is called that the platform was started with. Canonical documents that mean it name none. */
export const DEFAULT_CLUSTER = 'default';

/** With the name of a cluster and what stands between them, it must fit into the key of an application. */
export const LONGEST_PROJECT_NAME = 190;

const text = () => z.string().default('');

/** Everything of an application but its components, whose schemas depend on their types. */
export const applicationFields = {
  /** Given to update that application in place. */
  id: z.string().trim().min(1).optional(),
  name: dnsName(),
  namespace: dnsName({ shortest: 1 }).default('default'),
  /** Where it is delivered. Absent for the cluster the platform was started with. */
  cluster: dnsName({ empty: 'allowed' }).optional(),
  alias: text(),
  /** Absent when not given: an update then keeps the version the application has. */
  version: z.string().trim().optional(),
  project: field(z.string().max(LONGEST_PROJECT_NAME).default(''), { fix: componentMessages.projectNameTooLong }),
  description: text(),
  icon: text(),
  /** Whether others may use this application as a template. */
  tmpEnable: z.boolean().default(false),
  /** What applications that use this template may choose. */
  parameters: field(z.array(templateParameter).max(100).optional(), { aliases: ['params'] }),
};

/** The envelope: components and steps are still unexamined. */
export const applicationSchema = z.object({
  ...applicationFields,
  component: field(z.array(z.unknown()).max(1000).default([]), { aliases: ['components'] }),
  workflow: field(z.array(z.unknown()).max(1000).default([]), {
    aliases: ['workflowSteps', 'steps'],
    wrapper: 'steps',
  }),
});
