import * as z from 'zod';

const text = z.string().min(1).optional().catch(undefined);

/** Which cluster, in the address of each page; the default one when it is absent. */
export const clusterSearchSchema = z.object({ cluster: text });

/** Which pods: those of applications, or all. */
export const podsSearchSchema = clusterSearchSchema.extend({ all: z.boolean().optional().catch(undefined), text });

/** Which events. */
export const eventsSearchSchema = clusterSearchSchema.extend({ text });

/** Which kind, in which namespace. */
export const objectsSearchSchema = clusterSearchSchema.extend({ kind: text, namespace: text, text });

/** The namespace of one object. */
export const objectSearchSchema = clusterSearchSchema.extend({ namespace: text });
