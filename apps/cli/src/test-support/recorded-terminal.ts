import type { Terminal } from '../terminal/terminal.ts';

/** A non-interactive terminal that records its output. */
export class RecordedTerminal {
  #out = '';
  #err = '';
  readonly terminal: Terminal;

  constructor(given: Partial<Terminal> = {}) {
    const talk = (text: string): void => {
      this.#err += text;
    };
    this.terminal = {
      out: (text) => {
        this.#out += text;
      },
      err: talk,
      alert: talk,
      pass: async (to, bytes) => {
        const text = Buffer.from(bytes).toString();
        if (to === 'out') this.#out += text;
        else this.#err += text;
      },
      interactive: false,
      colour: false,
      outColour: false,
      outWidth: () => undefined,
      width: () => 80,
      height: () => 24,
      ...given,
    };
  }

  get out(): string {
    return this.#out;
  }

  /** Talk and alerts. */
  get err(): string {
    return this.#err;
  }
}
