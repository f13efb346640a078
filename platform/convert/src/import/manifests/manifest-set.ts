import type { Part } from '../source/part.ts';
import { type Manifest, toManifest } from './manifest.ts';

/** All objects of a text, by kind. */
export class ManifestSet {
  readonly all: readonly Manifest[];

  constructor(documents: readonly Part[]) {
    this.all = documents.flatMap(unpacked).flatMap((part) => toManifest(part) ?? []);
  }

  of(...kinds: readonly string[]): readonly Manifest[] {
    return this.all.filter(({ kind }) => kinds.includes(kind));
  }

  find(kind: string, name: string | undefined): Manifest | undefined {
    return this.all.find((manifest) => manifest.kind === kind && manifest.name === name);
  }
}

/** Lists, such as `kubectl get -o yaml` gives, hold their objects under `items`. */
function unpacked(part: Part): readonly Part[] {
  if (!/List$/.test(part.at('kind').peek() ?? '') || !part.at('items').isList) return [part];
  for (const key of ['apiVersion', 'kind', 'metadata']) part.at(key).accept();
  return part.at('items').items;
}
