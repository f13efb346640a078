import type { Message } from '@kubemin/base/message';
import { type DocumentPath, formatPath, type ProblemText } from '@kubemin/model';
import { type NotCarried, notCarried } from './not-carried.ts';
import type { Part } from './part.ts';

interface Remark {
  readonly what: ProblemText | undefined;
  readonly why: Message;
}

/**
 * The accounts of one conversion: which values of the text were carried over and which were left behind on purpose.
 * `settle` adds everything that is in neither, so that nothing is lost in silence, whatever a converter forgets.
 */
export class ConversionRecord {
  readonly #carried = new Set<string>();
  readonly #omitted = new Map<string, Remark>();
  readonly #notes = new Map<string, Remark[]>();

  carry(path: DocumentPath): void {
    this.#carried.add(pathKey(path));
  }

  /** Leaves the value at a path, and all below it, behind. */
  omit(path: DocumentPath, remark: Remark): void {
    const key = pathKey(path);
    if (!this.#omitted.has(key)) this.#omitted.set(key, remark);
  }

  /** Notes that a carried value has another meaning. */
  note(path: DocumentPath, remark: Remark): void {
    const key = pathKey(path);
    this.#notes.set(key, [...(this.#notes.get(key) ?? []), remark]);
  }

  isCarried(path: DocumentPath): boolean {
    return this.#carried.has(pathKey(path));
  }

  /** All that was not carried, in the order of the text. What is left behind as a whole is listed as a whole. */
  settle(root: Part, unread: Message): readonly NotCarried[] {
    const list: NotCarried[] = [];
    const add = (how: NotCarried['how'], part: Part, { what, why }: Remark) =>
      list.push(notCarried({ how, path: formatPath(part.path) }, { what: what ?? part.describe(), why }));
    const visit = (part: Part): void => {
      const key = pathKey(part.path);
      for (const remark of this.#notes.get(key) ?? []) add('changed', part, remark);
      const omitted = this.#omitted.get(key);
      if (omitted !== undefined) add('dropped', part, omitted);
      else if (part.hasLeaf && this.#untouched(part)) add('dropped', part, { what: undefined, why: unread });
      else for (const child of part.children) visit(child);
    };
    visit(root);
    return list;
  }

  #untouched(part: Part): boolean {
    const key = pathKey(part.path);
    if (this.#carried.has(key) || this.#omitted.has(key) || this.#notes.has(key)) return false;
    return part.children.every((child) => this.#untouched(child));
  }
}

function pathKey(path: DocumentPath): string {
  return JSON.stringify(path);
}
