import type { LiveEvent, RunEvent } from '@kubemin/client';

/** Reads the stored events of a run after a sequence. */
export type ReadStored = (after: number | undefined) => AsyncIterable<RunEvent>;

/**
 * The events of a run in order and without a gap: those that are stored, then what the stream of the tab brings. Where that
 * stream has left something out, the stored events are read again from there, so that a run needs no connection of its own.
 */
export class RunEvents {
  readonly #taskId: string;
  readonly #read: ReadStored;
  readonly #onChange: (events: readonly RunEvent[]) => void;
  readonly #events: RunEvent[] = [];
  /** Events that came before those ahead of them. */
  readonly #early = new Map<number, RunEvent>();
  #reading: Promise<void> | undefined;
  #hasToReadAgain = false;

  constructor(taskId: string, read: ReadStored, onChange: (events: readonly RunEvent[]) => void) {
    this.#taskId = taskId;
    this.#read = read;
    this.#onChange = onChange;
  }

  /** Reads what is stored, and again if it was called meanwhile. Nothing is shown before all of it is there. */
  catchUp(): Promise<void> {
    if (this.#reading !== undefined) this.#hasToReadAgain = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Takes an event of the stream; those of other runs are ignored. Resolves when nothing before it is missing. */
  async add(event: LiveEvent): Promise<void> {
    if (event.kind === 'reset') return this.catchUp();
    if ((event.kind !== 'task' && event.kind !== 'job') || event.taskId !== this.#taskId) return;
    this.#early.set(event.sequence, event);
    if (this.#reading !== undefined) return;
    this.#takeEarly();
    this.#onChange(this.#events);
    if (this.#early.size > 0) await this.catchUp();
  }

  async #readAll(): Promise<void> {
    do {
      this.#hasToReadAgain = false;
      for await (const event of this.#read(this.#last)) {
        if (event.sequence > (this.#last ?? 0)) this.#events.push(event);
      }
    } while (this.#hasToReadAgain);
    this.#takeEarly();
    this.#onChange(this.#events);
  }

  get #last(): number | undefined {
    return this.#events.at(-1)?.sequence;
  }

  /** Appends what follows the last event, and forgets what is known. */
  #takeEarly(): void {
    for (const sequence of [...this.#early.keys()].toSorted((one, other) => one - other)) {
      const event = this.#early.get(sequence);
      const next = (this.#last ?? 0) + 1;
      if (sequence > next) return;
      if (sequence === next && event !== undefined) this.#events.push(event);
      this.#early.delete(sequence);
    }
  }
}
