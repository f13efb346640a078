import { composeMessages, convertMessages } from '../../messages/index.ts';
import type { Part } from '../source/part.ts';
import type { ComposeProject } from './project.ts';

/** Who waits for whom, and for what. */
export interface Dependencies {
  /** What each service waits for; never in a circle. */
  readonly waits: ReadonlyMap<string, readonly string[]>;
  /** Services that others wait for to end. */
  readonly awaited: ReadonlySet<string>;
}

/** Reads `depends_on` in both its forms, and `links`. */
export function readDependencies(project: ComposeProject): Dependencies {
  const awaited = new Set<string>();
  const waits = new Map<string, string[]>();
  for (const [service, part] of project.root.at('services').entries) {
    const list: string[] = [];
    waits.set(service, list);
    for (const { name, part: place } of listed(part)) {
      if (project.component(name) === undefined) place.omit(composeMessages.noService({ name }));
      else if (reaches(waits, name, service)) place.omit(composeMessages.dependencyCycle({ name, service }));
      else if (!list.includes(name)) list.push(name);
      if (place.at('condition').peek() === COMPLETED) awaited.add(name);
    }
  }
  return { waits, awaited };
}

const COMPLETED = 'service_completed_successfully';

interface Listed {
  readonly name: string;
  readonly part: Part;
}

function listed(service: Part): readonly Listed[] {
  const dependsOn = service.at('depends_on');
  const short = dependsOn.items.map((part) => ({ name: part.text() ?? '', part }));
  const long = dependsOn.entries.map(([name, part]) => {
    part.at('condition').acceptIf('service_started', 'service_healthy', COMPLETED);
    part.at('required').acceptIf('true');
    return { name, part };
  });
  const links = service.at('links').items.map((part) => {
    const [name = '', alias] = (part.text() ?? '').split(':');
    if (alias !== undefined && alias !== name)
      part.note(convertMessages.name({ name: alias }), composeMessages.reachedAs({ name }));
    return { name, part };
  });
  return [...short, ...long, ...links];
}

function reaches(waits: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === to) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    open.push(...(waits.get(name) ?? []));
  }
  return false;
}
