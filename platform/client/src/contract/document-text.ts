import * as z from 'zod';

/**
 * An application document exactly as its author wrote it. It travels as the raw body (`application/json` or
 * `application/yaml`), never re-encoded, so that problems can point at lines of the author's own file.
 */
export const documentTextSchema = z.object({ text: z.string(), format: z.enum(['json', 'yaml']) });
export type DocumentText = z.output<typeof documentTextSchema>;

/** The format of a file by its name; JSON unless the name ends like YAML. */
export function documentFormat(fileName: string): DocumentText['format'] {
  return /\.ya?ml$/i.test(fileName) ? 'yaml' : 'json';
}
