import type { Translate } from '../language/language.ts';
import type { Style } from '../style.ts';
import type { Answer, Prompter } from './answer.ts';
import { render, renderOutcome, type Size } from './frame.ts';
import type { Key } from './key.ts';
import type { Keyboard } from './keyboard.ts';
import { type PromptState, press, startPrompt } from './prompt-state.ts';
import type { Question } from './question.ts';
import { Screen } from './screen.ts';

/** What a person is asked through. */
export interface TerminalPrompterOptions {
  readonly keyboard: Keyboard;
  readonly write: (text: string) => void;
  readonly size: () => Size;
  /** Calls back when the size changes; the returned function stops that. */
  readonly onResize: (listener: () => void) => () => void;
  readonly style: Style;
  readonly translate: Translate;
  /** Ends the question as Ctrl-C does. */
  readonly interrupted: AbortSignal;
}

/** Asks a person at a terminal. */
export class TerminalPrompter implements Prompter {
  readonly #options: TerminalPrompterOptions;
  readonly #screen: Screen;

  constructor(options: TerminalPrompterOptions) {
    this.#options = options;
    this.#screen = new Screen(options.write, options.style);
  }

  async ask(question: Question): Promise<Answer> {
    const { translate, size, onResize } = this.#options;
    let state = startPrompt(question);
    const draw = (): void => this.#screen.draw(render(state, size(), translate), size().columns);
    const unsubscribe = onResize(draw);
    try {
      while (state.outcome === undefined) {
        draw();
        state = press(state, (await this.#key()) ?? { kind: 'command', name: 'ctrl-c' }, translate);
      }
    } finally {
      unsubscribe();
      this.#settle(state);
    }
    return state.outcome;
  }

  #settle(state: PromptState): void {
    const { size, translate } = this.#options;
    const line = state.outcome?.kind === 'back' ? undefined : renderOutcome(state, size(), translate);
    this.#screen.settle(line, size().columns);
  }

  async #key(): Promise<Key | undefined> {
    const { interrupted, keyboard } = this.#options;
    if (interrupted.aborted) return undefined;
    const waiting = new AbortController();
    const abort = new Promise<undefined>((resolve) => {
      interrupted.addEventListener('abort', () => resolve(undefined), { once: true, signal: waiting.signal });
    });
    try {
      return await Promise.race([keyboard.next(), abort]);
    } finally {
      waiting.abort();
    }
  }
}
