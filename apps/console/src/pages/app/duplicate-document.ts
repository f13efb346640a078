import { formatPath } from '@kubemin/model';
import {
  fillMasks,
  findMasks,
  getAt,
  type JsonObject,
  type MaskedPlace,
  type Path,
  readString,
} from '../../draft/index.ts';

/** A value that a document has masked, in a secret or anywhere else: no response contains it. */
export interface MaskedValue {
  readonly id: string;
  /** The component, or another part of the document. */
  readonly owner: string;
  readonly key: string;
  /** The text that it is a part of. */
  readonly within?: string;
}

export function maskedValues(document: JsonObject): readonly MaskedValue[] {
  return findMasks(document).map((place) => {
    const { path, within } = place;
    const name = path[0] === 'component' ? readString(getAt(document, [...path.slice(0, 2), 'name'])) : '';
    const isData = path[2] === 'properties' && path[3] === 'secret';
    const [owner, rest]: [string, Path] =
      name === '' ? [formatPath(path.slice(0, 1)), path.slice(1)] : [name, path.slice(isData ? 4 : 2)];
    return { id: maskId(place), owner, key: formatPath(rest), ...(within !== undefined && { within }) };
  });
}

function maskId({ path, at }: MaskedPlace): string {
  return `${formatPath(path)} ${at}`;
}

/** The document under another name, with values in place of masks, by their ids. */
export function copyDocument(document: JsonObject, name: string, values: Readonly<Record<string, string>>): JsonObject {
  return { ...fillMasks(document, (place) => values[maskId(place)]), name };
}
