import { type DocumentPath, type DocumentReader, formatPath } from '@kubemin/model';
import { type Translate, translateSent } from '../../terminal/index.ts';

type Plain = Readonly<Record<string, unknown>>;

export interface SketchOptions {
  /** What there is already. @default nothing */
  readonly document?: Plain;
  /** Of who is asked. */
  readonly translate: Translate;
}

/** An application document while its author is still being asked. */
export class Sketch {
  readonly #model: DocumentReader;
  readonly #translate: Translate;
  #document: unknown;

  constructor(model: DocumentReader, { document = {}, translate }: SketchOptions) {
    this.#model = model;
    this.#document = document;
    this.#translate = translate;
  }

  get document(): unknown {
    return this.#document;
  }

  /** What stands at a place. */
  at(path: DocumentPath): unknown {
    return path.reduce<unknown>((value, step) => childValue(value, step), this.#document);
  }

  set(path: DocumentPath, value: unknown): void {
    this.#document = withValue(this.#document, path, value);
  }

  /** Why a value will not do at a place, in the model's words; what else the document lacks is not its fault. */
  problemWith(path: DocumentPath, value: unknown): string | undefined {
    const place = formatPath(path);
    const { problems } = this.#model.parse(withValue(this.#document, path, value));
    const found = problems.find(
      (problem) =>
        problem.severity === 'error' &&
        (problem.path === place || problem.path.startsWith(`${place}.`) || problem.path.startsWith(`${place}[`)),
    );
    if (found === undefined) return undefined;
    const message = translateSent(this.#translate, found, 'message', found.message);
    return found.fix === undefined ? message : `${message} ${translateSent(this.#translate, found, 'fix', found.fix)}`;
  }
}

function childValue(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return value[Number(step)];
  return isPlain(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function withValue(holder: unknown, path: DocumentPath, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const child = withValue(childValue(holder, step), rest, value);
  if (typeof step !== 'number') return { ...(isPlain(holder) ? holder : {}), [step]: child };
  const list: unknown[] = Array.isArray(holder) ? [...holder] : [];
  list[step] = child;
  return list;
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
