/** Output formats of commands. */
export const OUTPUT_FORMATS = ['table', 'wide', 'json', 'yaml', 'jsonl', 'name'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];
