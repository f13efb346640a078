import { groupName, HEADER, type KubernetesFacts, type ResourceFacts } from './facts.ts';

/** The typed resource table: one constant per group, then versions, then plurals. */
export function resourceTable(facts: KubernetesFacts): string {
  const groups = [...Map.groupBy(facts.resources, (row) => groupName(row.group))];
  const packages = new Set(facts.resources.map((row) => `${groupName(row.group)}.${row.version}`));
  const imports = [...packages]
    .sort()
    .map((name) => `import type * as ${namespace(name)} from './types/${name}.gen.ts';\n`);
  const all = facts.resources.map((row) => `  ${groupName(row.group)}.${row.version}.${row.plural},\n`);
  return [
    HEADER,
    "import { defineResource, type ResourceInfo } from '../object/index.ts';\n",
    ...imports,
    ...groups.map(([group, rows]) => `\n${groupConstant(group, rows)}`),
    '\n/** Every built-in resource. */\n',
    `export const resources: readonly ResourceInfo[] = [\n${all.join('')}];\n`,
  ].join('');
}

function groupConstant(group: string, rows: readonly ResourceFacts[]): string {
  const versions = [...Map.groupBy(rows, (row) => row.version)].map(([version, members]) => {
    const lines = members.map((row) => `    ${row.plural}: ${definition(`${group}.${version}`, row)},\n`);
    return `  ${version}: {\n${lines.join('')}  },\n`;
  });
  return `export const ${group} = {\n${versions.join('')}} as const;\n`;
}

function definition(packageName: string, row: ResourceFacts): string {
  return `defineResource<${namespace(packageName)}.${row.kind}>(${JSON.stringify(withSubresourceGroups(row))})`;
}

/** 'core.v1' → 'coreV1'. */
function namespace(packageName: string): string {
  return packageName.replace(/\.v/, 'V');
}

/** The facts leave a subresource's group and version empty where they are its resource's own. */
function withSubresourceGroups(row: ResourceFacts): ResourceFacts {
  const subresources = row.subresources.map((sub) => ({
    name: sub.name,
    group: sub.version === '' ? row.group : sub.group,
    version: sub.version === '' ? row.version : sub.version,
    kind: sub.kind,
    verbs: sub.verbs,
  }));
  return { ...row, subresources };
}
