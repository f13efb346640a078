import { stringify } from 'yaml';
import type { CustomResource } from './custom-resource.ts';

/** The definitions as kubectl takes them, one document each. */
export function crdYaml(resources: Iterable<CustomResource>): string {
  return [...resources].map(({ definition }) => yamlDocument(definition)).join('---\n');
}

/** One object as YAML: no anchors, no folded lines, so that a change shows as the lines that changed. */
export function yamlDocument(object: object): string {
  return stringify(object, { aliasDuplicateObjects: false, lineWidth: 0 });
}
