import * as z from 'zod';
import { textsSchema } from './texts.ts';

const names = z.array(z.string()).readonly();

/** A plug-in the platform was started with, and what became of it. */
export const pluginSchema = z.object({
  /** Absent when it could not be loaded. */
  name: z.string().optional(),
  version: z.string().optional(),
  contract: z.number().optional(),
  /** As the operator named it: a directory or a package. */
  source: z.string(),
  state: z.enum(['loaded', 'failed']),
  /** Why it is not loaded. */
  message: z.string().optional(),
  texts: textsSchema,
  /** Names of what it adds. */
  adds: z.object({
    traits: names,
    componentTypes: names,
    jobTypes: names,
    stepTypes: names,
    gateways: names,
    notifiers: names,
  }),
  /** What it adds, with schemas as JSON Schema: enough to read documents that use it. */
  description: z.record(z.string(), z.unknown()).optional(),
});
export type Plugin = z.output<typeof pluginSchema>;

export const pluginListSchema = z.object({ plugins: z.array(pluginSchema).readonly() });
export type PluginList = z.output<typeof pluginListSchema>;
