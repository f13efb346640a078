import * as z from 'zod';
import { dnsName } from './dns-name.ts';
import { field } from './field.ts';

const text = () => z.string().default('');

/** Everything of an application but its components, whose schemas depend on their types. */
export const applicationFields = {
  /** Given to update that application in place. */
  id: z.string().trim().min(1).optional(),
  name: dnsName(),
  namespace: dnsName().default('default'),
  alias: text(),
  version: z.string().trim().default('1.0.0'),
  project: text(),
  description: text(),
  icon: text(),
  /** Whether others may use this application as a template. */
  tmpEnable: z.boolean().default(false),
};

/** The envelope: components and steps are still unexamined. */
export const applicationSchema = z.object({
  ...applicationFields,
  component: field(z.array(z.unknown()).max(1000).default([]), { aliases: ['components'] }),
  workflow: field(z.array(z.unknown()).max(1000).default([]), {
    aliases: ['workflowSteps', 'steps'],
  }),
});
